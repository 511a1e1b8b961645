import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '../../ui/components/button.tsx'
import { router } from '../router.tsx'
import { useScreenText } from '../use-text.ts'
import { update } from './app-worker.ts'

/** Screens that a reload would interrupt. */
const BUSY = /^\/(?:lesson|try)\/|^\/review\/session$|^\/play\/(?:battle\/|contests\/[^/]+\/attempt)/

/** Offers a newer version of the app. It waits while the learner plays, and reloads only when asked to. */
export function UpdatePrompt() {
  const { t } = useScreenText()
  const isReady = useSyncExternalStore(update.subscribe, update.isReady)
  const [path, setPath] = useState(() => location.pathname)
  useEffect(() => router.subscribe('onResolved', () => setPath(location.pathname)), [])
  return (
    <div role="status" className="empty:hidden">
      {isReady && !BUSY.test(path) && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-card border border-line bg-surface p-4 shadow-float">
          <p className="font-bold">{t('update.ready')}</p>
          <div className="flex gap-2">
            <Button variant="ghost" onClick={update.dismiss}>
              {t('update.later')}
            </Button>
            <Button onClick={() => void update.apply()}>{t('update.reload')}</Button>
          </div>
        </div>
      )}
    </div>
  )
}
