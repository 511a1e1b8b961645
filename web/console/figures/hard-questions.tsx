import { useApi } from '../../ui/api/use-api.ts'
import { useScreenText } from '../use-text.ts'
import { FigureSection } from './figure-section.tsx'
import { TableBehind } from './table-behind.tsx'
import { useFigures } from './use-figures.ts'

const SHOWN = 10

/** The hardest questions. A question opens in the studio, where it is edited. */
export function HardQuestions() {
  const { t } = useScreenText()
  const { number, share } = useFigures()
  const query = useApi('GET /admin/figures/questions', { query: { limit: SHOWN } })
  return (
    <FigureSection
      title={t('figures.questions')}
      text={t('figures.questionsText')}
      query={query}
      csv={{ path: '/admin/figures/questions', query: { limit: 100 } }}
    >
      {(questions) =>
        questions.length === 0 ? (
          <p className="text-ink-2">{t('figures.noQuestions')}</p>
        ) : (
          <TableBehind
            isOpen
            label={t('figures.questions')}
            columns={[t('figures.question'), t('figures.answers'), t('figures.correct'), t('figures.rating')]}
            rows={questions.map(({ questionId, prompt, answers, correctShare, difficultyRating }) => ({
              key: questionId,
              cells: [
                <a
                  key="prompt"
                  href={`/studio/questions/${questionId}`}
                  className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-3"
                >
                  <span className="line-clamp-2">{prompt}</span>
                </a>,
                number(answers),
                share(correctShare, 1),
                number(Math.round(difficultyRating)),
              ],
            }))}
          />
        )
      }
    </FigureSection>
  )
}
