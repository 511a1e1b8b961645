import { TableBehind } from '../figures/table-behind.tsx'
import { useFigures } from '../figures/use-figures.ts'
import { useScreenText } from '../use-text.ts'
import { Section } from '../user/section.tsx'
import type { ContestResults } from './contest-results.ts'

/** How each question of a decided contest was answered. */
export function ContestQuestions({ questions }: { questions: NonNullable<ContestResults['questions']> }) {
  const { t } = useScreenText()
  const { number, share } = useFigures()
  return (
    <Section title={t('contests.questions')}>
      <div className="px-2 py-2">
        <TableBehind
          isOpen
          label={t('contests.questions')}
          columns={[t('figures.question'), t('figures.answers'), t('figures.correct')]}
          rows={questions.map(({ id, prompt, answeredCount, correctCount }) => ({
            key: id,
            cells: [prompt, number(answeredCount), share(correctCount, answeredCount)],
          }))}
        />
      </div>
    </Section>
  )
}
