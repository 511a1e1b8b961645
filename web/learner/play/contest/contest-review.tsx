import { useApi } from '../../../ui/api/use-api.ts'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { Skeleton } from '../../../ui/components/skeleton.tsx'
import { ResultQuestion } from '../../test/result-question.tsx'
import { useScreenText } from '../../use-text.ts'

/** The questions with the correct answers, after the contest is settled. */
export function ContestReview({ contestId }: { contestId: string }) {
  const { t } = useScreenText()
  const { data, error, refetch } = useApi('GET /user/contests/{id}/review', { path: { id: contestId } })
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-60" />
  return (
    <section aria-labelledby="review" className="w-full text-start">
      <h2 id="review" className="mb-3 text-[20px]">
        {t('review.title')}
      </h2>
      <ol className="grid grid-cols-1 gap-4">
        {data.data.questions.map((question) => (
          <ResultQuestion key={question.id} question={question} />
        ))}
      </ol>
    </section>
  )
}
