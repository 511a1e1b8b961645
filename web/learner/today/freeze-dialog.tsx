import { refreshUser } from '../../ui/api/refresh-user.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { callOnce } from '../call-once.ts'
import { useScreenText } from '../use-text.ts'

/** Asks before it buys a freeze, because it costs gems. */
export default function FreezeDialog({ gems, onClose }: { gems: number; onClose: () => void }) {
  const { t } = useScreenText()
  const user = useUser()
  const { isPending, error, run } = useSubmit()
  const buy = async () => {
    if (!(await run(() => callOnce('POST /user/streak/freezes')))) return
    onClose()
    showToast(t('freeze.done'))
    await refreshUser()
  }
  const canPay = user.totalGems >= gems
  return (
    <Dialog isOpen onClose={onClose} title={t('freeze.question', { count: gems })}>
      <p className="mt-3 text-ink-2">{t('freeze.explained')}</p>
      <p className="mt-2 font-semibold">{t('freeze.balance', { count: user.totalGems })}</p>
      <FormError text={error} />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('freeze.no')}
        </Button>
        {canPay && (
          <Button isPending={isPending} onClick={() => void buy()}>
            {t('freeze.buy')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
