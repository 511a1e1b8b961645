import { useState } from 'react'
import { lyceum } from '../../../ui/api/lyceum.ts'
import { queryClient } from '../../../ui/api/query-client.ts'
import { useSubmit } from '../../../ui/api/use-submit.ts'
import { Button } from '../../../ui/components/button.tsx'
import { Dialog } from '../../../ui/components/dialog.tsx'
import { FormError } from '../../../ui/components/form-error.tsx'
import { useScreenText } from '../../use-text.ts'

/** Asks before it cancels an unpaid order. */
export function CancelOrder({ orderId }: { orderId: string }) {
  const { t } = useScreenText()
  const [isOpen, setOpen] = useState(false)
  const { isPending, error, run } = useSubmit()
  const cancel = async () => {
    const isCancelled = await run(() =>
      lyceum.call('POST /payment/orders/{id}/cancel', { path: { id: orderId } }),
    )
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['GET /payment/orders/{id}'] }),
      queryClient.invalidateQueries({ queryKey: ['GET /payment/orders'] }),
    ])
    if (isCancelled) setOpen(false)
  }
  return (
    <>
      <Button variant="ghost" isWide onClick={() => setOpen(true)}>
        {t('order.cancel')}
      </Button>
      <Dialog
        role="alertdialog"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('order.cancelTitle')}
      >
        <p className="mt-2.5 mb-4 text-ink-2">{t('order.cancelText')}</p>
        <FormError text={error} />
        <div className="mt-5 grid gap-3">
          <Button isWide autoFocus onClick={() => setOpen(false)}>
            {t('order.keep')}
          </Button>
          <Button isWide variant="ghost" isPending={isPending} onClick={() => void cancel()}>
            {t('order.cancelAnyway')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
