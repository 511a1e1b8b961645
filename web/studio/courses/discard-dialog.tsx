import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useText } from '../use-text.ts'

interface Given {
  isOpen: boolean
  onClose: () => void
  /** What is lost. */
  text: string
  onDiscard: () => Promise<void>
}

/** Asks before the unpublished changes of a lesson or a course are lost. */
export function DiscardDialog({ isOpen, onClose, text, onDiscard }: Given) {
  const { t } = useText()
  const { isPending, error, run } = useSubmit()
  const discard = async () => {
    if (await run(onDiscard)) onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} role="alertdialog" title={t('changes.discardTitle')}>
      <p className="mt-3 text-ink-2">{text}</p>
      <div className="mt-5 grid gap-4">
        <FormError text={error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {t('action.cancel')}
          </Button>
          <Button variant="bad" isPending={isPending} onClick={() => void discard()}>
            {t('changes.discard')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
