import { CircleCheck } from 'lucide-react'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { InlineMarkdown } from '../../ui/markdown/markdown.tsx'
import { Bar } from '../figures/bar.tsx'
import { DownloadButton } from '../figures/download-button.tsx'
import { Pager } from '../frame/pager.tsx'
import { useText } from '../use-text.ts'

interface RankingGiven {
  results: Api.ContestResults
  page: number
  limit: number
  onPage: (page: number) => void
}

const resultsPath = (contestId: string) => `/admin/contests/${contestId}/results`

/** The final ranking, page by page. */
export function ContestRanking({ results, page, limit, onPage }: RankingGiven) {
  const { t, number, percent } = useText()
  const { contest, entries, submissionCount } = results
  return (
    <section className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-[21px]">{t('contest.results')}</h2>
        <DownloadButton
          path={resultsPath(contest.id)}
          query={{ format: 'csv', table: 'participants' }}
          label={t('contest.saveResults')}
        />
      </div>
      {entries.length === 0 ? (
        <p className="mt-3 text-ink-2">{t('contest.nobody')}</p>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: a wide table, which scrolls by keyboard as well.
        <div
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has the focus.
          tabIndex={0}
          aria-label={t('contest.results')}
          className="mt-3 overflow-x-auto rounded-card border border-line bg-surface shadow-card"
        >
          <table className="w-full text-start">
            <thead>
              <tr className="border-line border-b text-sm text-ink-2">
                {(['rank', 'name', 'score', 'seconds', 'prize'] as const).map((column) => (
                  <th key={column} scope="col" className="p-3 text-start font-bold">
                    {t(`contest.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {entries.map((entry) => (
                <tr key={entry.userId} className="border-line border-t tabular-nums first:border-t-0">
                  <td className="p-3 font-bold">{entry.rank === null ? '–' : number(entry.rank)}</td>
                  <th scope="row" dir="auto" className="p-3 text-start font-bold">
                    {entry.username}
                  </th>
                  <td className="p-3">{percent(entry.score)}</td>
                  <td className="p-3">{number(entry.timeTakenSeconds)}</td>
                  <td className="p-3">{number(entry.prizeGems)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager page={page} limit={limit} total={submissionCount} onPage={onPage} />
    </section>
  )
}

interface QuestionsGiven {
  contestId: string
  questions: Api.ContestQuestionFigures[]
}

/** How each question was answered, and how often each option was chosen. */
export function ContestQuestions({ contestId, questions }: QuestionsGiven) {
  const { t, number, percent } = useText()
  return (
    <section className="mt-8">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-[21px]">{t('contest.questions')}</h2>
        <DownloadButton
          path={resultsPath(contestId)}
          query={{ format: 'csv', table: 'questions' }}
          label={t('contest.saveQuestions')}
        />
      </div>
      <ol className="mt-3 grid gap-3">
        {questions.map((question) => (
          <li key={question.id} className="rounded-card border border-line bg-surface p-4 shadow-card">
            <p dir="auto" className="font-bold">
              <InlineMarkdown text={question.prompt} />
            </p>
            <p className="mt-1 text-sm text-ink-2">
              {t('contest.answered', {
                count: question.askedCount,
                answered: question.answeredCount,
                share:
                  question.askedCount === 0
                    ? '–'
                    : percent((100 * question.correctCount) / question.askedCount),
              })}
            </p>
            {question.options && (
              <ul className="mt-3 grid gap-2.5">
                {question.options.map(({ text, isCorrect, chosenCount }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: options of a question never change their order.
                  <li key={index}>
                    <span className="flex items-center justify-between gap-3 text-sm">
                      <span dir="auto" className="min-w-0 break-words">
                        <InlineMarkdown text={text} />
                        {isCorrect && (
                          <CircleCheck
                            size={16}
                            className="ms-1.5 inline text-good"
                            role="img"
                            aria-label={t('contest.right')}
                          />
                        )}
                      </span>
                      <span className="tabular-nums">{number(chosenCount)}</span>
                    </span>
                    <Bar
                      share={question.answeredCount === 0 ? 0 : chosenCount / question.answeredCount}
                      tone={isCorrect ? 'good' : 'plain'}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
