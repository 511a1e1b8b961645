import { useApi } from '../../ui/api/use-api.ts'
import { ErrorState } from '../../ui/components/error-state.tsx'
import { ScreenLoading } from '../frame/screen-states.tsx'
import { useSegment } from '../frame/studio-link.tsx'
import { StoredQuestion } from '../questions/stored-question.tsx'

/** A question of the bank: its fields, and what a learner sees. */
export default function Question() {
  const id = useSegment('questionId')
  const { data, error, refetch } = useApi('GET /admin/questions/{id}', { path: { id } })
  if (error && !data) return <ErrorState fault={error} level="h1" onRetry={() => void refetch()} />
  if (!data) return <ScreenLoading />
  return <StoredQuestion key={data.data.id} question={data.data} />
}
