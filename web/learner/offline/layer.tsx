import { CloudUpload, WifiOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from '../../ui/session/session-store.ts'
import { loadScreenTexts } from '../load-catalogue.ts'
import { useScreenText } from '../use-text.ts'
import { outbox } from './outbox.ts'
import { RefusedEvents } from './refused-events.tsx'
import { startOffline } from './start-offline.ts'
import { UpdatePrompt } from './update-prompt.tsx'

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Above every screen: the offline state, what waits to be sent, refusals and updates. */
export function Layer() {
  const session = useSession()
  const { t } = useScreenText()
  const [hasTexts, setHasTexts] = useState(false)
  const userId = session.status === 'in' ? session.user.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each user.
  useEffect(() => {
    if (userId === undefined) return
    void loadScreenTexts().then(() => setHasTexts(true))
    return startOffline(userId, () => t('offline.synced'))
  }, [userId])
  return (
    <>
      <OfflineBar hasTexts={hasTexts} />
      {userId !== undefined && hasTexts && (
        <div
          data-momentary=""
          className="fixed inset-x-0 bottom-[calc(80px+env(safe-area-inset-bottom))] z-40 mx-auto grid max-w-md gap-3 px-4 empty:hidden lg:bottom-6"
        >
          <RefusedEvents />
          <UpdatePrompt />
        </div>
      )}
    </>
  )
}

/** On a slow network every answer waits for a moment; a line that comes and goes would move the page each time. */
const LASTING_MS = 3_000

/** Whether something has been true for a while. */
function useLasting(isTrue: boolean): boolean {
  const [isLasting, setLasting] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timer = setTimeout(() => setLasting(true), LASTING_MS)
    return () => {
      clearTimeout(timer)
      setLasting(false)
    }
  }, [isTrue])
  return isLasting
}

/** A quiet line at the top of the page. */
function OfflineBar({ hasTexts }: { hasTexts: boolean }) {
  const { t } = useScreenText()
  const isOnline = useSyncExternalStore(subscribeOnline, () => navigator.onLine)
  const { waiting } = useSyncExternalStore(outbox.subscribe, outbox.get)
  const isLasting = useLasting(waiting > 0)
  const hasWaiting = waiting > 0 && hasTexts && (isLasting || !isOnline)
  return (
    <div role="status" data-momentary="" data-waiting={waiting}>
      {(!isOnline || hasWaiting) && (
        <p className="flex min-h-9 flex-wrap items-center justify-center gap-x-3 bg-sunken px-4 pt-[max(4px,env(safe-area-inset-top))] pb-1 text-sm font-semibold text-ink-2">
          {!isOnline && (
            <span className="flex items-center gap-2">
              <WifiOff size={16} aria-hidden="true" />
              {t('state.offline')}
            </span>
          )}
          {hasWaiting && (
            <span className="flex items-center gap-2 rounded-full bg-primary-soft px-3 py-0.5 text-primary">
              <CloudUpload size={16} aria-hidden="true" />
              {t('offline.waiting', { count: waiting })}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
