import { useApi } from '../../../ui/api/use-api.ts'
import { ErrorState } from '../../../ui/components/error-state.tsx'
import { Skeleton } from '../../../ui/components/skeleton.tsx'
import { QuestionReview } from '../question-review.tsx'

/** The questions with the correct answers, after the contest is settled. */
export function ContestReview({ contestId }: { contestId: string }) {
  const { data, error, refetch } = useApi('GET /user/contests/{id}/review', { path: { id: contestId } })
  if (error && !data) return <ErrorState fault={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-60" />
  return (
    <QuestionReview
      questions={data.data.questions.flatMap(({ selectedOption: chosen, correctIndex, ...question }) =>
        question.type === 'SINGLE_CHOICE' && correctIndex !== null
          ? [{ ...question, correctIndex, chosen }]
          : [],
      )}
    />
  )
}
