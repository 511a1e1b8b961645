import { useId, useState } from 'react'
import { refreshUser } from '../../ui/api/refresh-user.ts'
import { useSubmit } from '../../ui/api/use-submit.ts'
import { FreezeIcon } from '../../ui/brand/currency-icons.tsx'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { showToast } from '../../ui/components/toast.tsx'
import { useUser } from '../../ui/session/session-store.ts'
import { callOnce } from '../call-once.ts'
import { useScreenText } from '../use-text.ts'

/** Sells a freeze, after a question, because it costs gems. */
export default function FreezeOffer({ gems }: { gems: number }) {
  const { t } = useScreenText()
  const user = useUser()
  const textId = useId()
  const [isOpen, setOpen] = useState(false)
  const { isPending, error, run } = useSubmit()
  const buy = async () => {
    if (!(await run(() => callOnce('POST /user/streak/freezes')))) return
    setOpen(false)
    showToast(t('freeze.done'))
    await refreshUser()
  }
  const canPay = user.totalGems >= gems
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-surface px-5 py-3 shadow-card">
      <span className="grid size-9 flex-none place-items-center rounded-full bg-gem-soft text-gem">
        <FreezeIcon size={18} />
      </span>
      <p id={textId} className="min-w-32 flex-1 text-[15px] text-ink-2">
        {t('freeze.text')}
      </p>
      <Button variant="secondary" size="small" aria-describedby={textId} onClick={() => setOpen(true)}>
        {t('freeze.offer', { count: gems })}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('freeze.question', { count: gems })}>
        <p className="mt-3 text-ink-2">{t('freeze.explained')}</p>
        <p className="mt-2 font-semibold">{t('freeze.balance', { count: user.totalGems })}</p>
        <FormError text={error} />
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => setOpen(false)}>
            {t('freeze.no')}
          </Button>
          {canPay && (
            <Button isPending={isPending} onClick={() => void buy()}>
              {t('freeze.buy')}
            </Button>
          )}
        </div>
      </Dialog>
    </div>
  )
}
