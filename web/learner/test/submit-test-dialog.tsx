import { Button } from '../../ui/components/button.tsx'
import { Dialog } from '../../ui/components/dialog.tsx'
import { useScreenText } from '../use-text.ts'

interface Given {
  /** The numbers of the questions without a complete answer. */
  unanswered: readonly number[]
  onGo: (number: number) => void
  onBack: () => void
  onSubmit: () => void
}

/** Asks before a submission, because it ends the attempt; lists the unanswered questions as a way to them. */
export default function SubmitTestDialog({ unanswered, onGo, onBack, onSubmit }: Given) {
  const { t } = useScreenText()
  const isComplete = unanswered.length === 0
  return (
    <Dialog role="alertdialog" isOpen onClose={onBack} title={t('test.submitTitle')}>
      <p className="mt-2.5 text-ink-2">{isComplete ? t('test.submitText') : t('test.unanswered')}</p>
      {!isComplete && (
        <ul className="mt-4 flex flex-wrap gap-2">
          {unanswered.map((number) => (
            <li key={number}>
              <Button variant="secondary" onClick={() => onGo(number)}>
                {t('player.question', { number })}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 grid gap-3">
        <Button isWide autoFocus={isComplete} variant={isComplete ? 'good' : 'ghost'} onClick={onSubmit}>
          {isComplete ? t('test.submitNow') : t('contest.submitAnyway')}
        </Button>
        <Button isWide autoFocus={!isComplete} variant={isComplete ? 'ghost' : 'primary'} onClick={onBack}>
          {t('contest.keepAnswering')}
        </Button>
      </div>
    </Dialog>
  )
}
