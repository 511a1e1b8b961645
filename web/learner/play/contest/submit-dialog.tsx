import { Button } from '../../../ui/components/button.tsx'
import { Dialog } from '../../../ui/components/dialog.tsx'
import { useScreenText } from '../../use-text.ts'

interface Given {
  unanswered: number
  onBack: () => void
  onSubmit: () => void
}

/** Asks before a submission with unanswered questions, because only the first one counts. */
export default function SubmitDialog({ unanswered, onBack, onSubmit }: Given) {
  const { t } = useScreenText()
  return (
    <Dialog role="alertdialog" isOpen onClose={onBack} title={t('contest.unansweredTitle')}>
      <p className="mt-2.5 text-ink-2">{t('contest.unanswered', { count: unanswered })}</p>
      <div className="mt-6 grid gap-3">
        <Button isWide autoFocus onClick={onBack}>
          {t('contest.keepAnswering')}
        </Button>
        <Button isWide variant="ghost" onClick={onSubmit}>
          {t('contest.submitAnyway')}
        </Button>
      </div>
    </Dialog>
  )
}
