import { useSubmit } from '../../ui/api/use-submit.ts'
import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { FormError } from '../../ui/components/form-error.tsx'
import { useText } from '../use-text.ts'

interface Given {
  isOpen: boolean
  onClose: () => void
  onArchive: () => Promise<void>
}

export function ArchiveDialog({ isOpen, onClose, onArchive }: Given) {
  const { t } = useText()
  const { isPending, error, run } = useSubmit()
  const archive = async () => {
    if (await run(onArchive)) onClose()
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} role="alertdialog" title={t('lesson.archiveTitle')}>
      <p className="mt-3 text-ink-2">{t('lesson.archiveText')}</p>
      <div className="mt-4">
        <FormError text={error} />
      </div>
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {t('lesson.cancel')}
        </Button>
        <Button variant="bad" isPending={isPending} onClick={() => void archive()}>
          {t('lesson.archive')}
        </Button>
      </div>
    </Dialog>
  )
}
