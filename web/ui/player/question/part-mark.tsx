import { Check, X } from 'lucide-react'
import { useQuestionText } from '../../i18n/use-text.ts'

/** Says whether a part of an answer is right; nothing before it is graded. */
export function PartMark({ isRight }: { isRight: boolean | undefined }) {
  const { t } = useQuestionText()
  if (isRight === undefined) return null
  const Icon = isRight ? Check : X
  return (
    <span
      className={`inline-grid flex-none place-items-center align-middle ${isRight ? 'text-good' : 'text-bad'}`}
    >
      <Icon size={20} strokeWidth={3} aria-hidden="true" />
      <span className="sr-only">{isRight ? t('question.partRight') : t('question.partWrong')}</span>
    </span>
  )
}
