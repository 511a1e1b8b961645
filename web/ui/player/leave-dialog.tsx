import { lazy, Suspense } from 'react'
import { Button } from '../components/button.tsx'
import { useUiText } from '../i18n/use-text.ts'

/** Loaded on demand with the dialog code, because most lessons are played to the end. */
const Dialog = lazy(() => import('../components/dialog.tsx').then(({ Dialog }) => ({ default: Dialog })))

interface Given {
  isOpen: boolean
  onStay: () => void
  onLeave: () => void
}

export function LeaveDialog({ isOpen, onStay, onLeave }: Given) {
  const { t } = useUiText()
  if (!isOpen) return null
  return (
    <Suspense>
      <Dialog isOpen role="alertdialog" title={t('player.leaveTitle')} onClose={onStay}>
        <p className="mt-2.5 text-ink-2">{t('player.leaveText')}</p>
        <div className="mt-6 grid gap-3">
          <Button isWide onClick={onStay} autoFocus>
            {t('player.stay')}
          </Button>
          <Button isWide variant="ghost" onClick={onLeave}>
            {t('player.leaveAnyway')}
          </Button>
        </div>
      </Dialog>
    </Suspense>
  )
}
