import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useUiText } from '../i18n/use-text.ts'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Shown while the browser is offline. */
export function OfflineBanner() {
  const { t } = useUiText()
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="fixed inset-x-0 top-0 z-40">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-ink px-4 pt-[max(8px,env(safe-area-inset-top))] pb-2 text-sm font-semibold text-bg">
          <WifiOff size={16} aria-hidden="true" />
          {t('state.offline')}
        </p>
      )}
    </div>
  )
}
