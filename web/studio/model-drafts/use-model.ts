import type { Api } from '../../../packages/client/src/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { useApi } from '../../ui/api/use-api.ts'

const OPERATION = 'GET /admin/model-drafts'

/** Whether a model drafts here, and the marks of a lesson or question. Without an answer there is none. */
export function useModel(query: { lessonId?: string; questionId?: string } = {}): {
  isAvailable: boolean
  marks: readonly Api.ModelDraftMark[]
} {
  const { data } = useApi(OPERATION, { query })
  return { isAvailable: data?.data.isAvailable ?? false, marks: data?.data.marks ?? [] }
}

export const rereadMarks = () => queryClient.invalidateQueries({ queryKey: [OPERATION] })
