import type { Api } from '../../../packages/client/src/lyceum.ts'
import { queryClient } from '../../ui/api/query-client.ts'
import { apiKey, useApi } from '../../ui/api/use-api.ts'

/** The lists of the bank are read again. */
export async function reloadLists(): Promise<void> {
  await Promise.all(
    (
      [
        'GET /admin/questions',
        'GET /admin/question-tags',
        'GET /admin/questions/duplicates',
        'GET /admin/courses/{id}/test',
      ] as const
    ).map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })),
  )
}

/** The page shows this version of the question. */
export function storeQuestion(question: Api.EditedQuestion): void {
  const key = apiKey('GET /admin/questions/{id}', { path: { id: question.id } })
  queryClient.setQueryData(key, { success: true, data: question })
  void reloadLists()
}

/** All questions may have changed. */
export async function reloadQuestions(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['GET /admin/questions/{id}'] })
  await reloadLists()
}

export interface Choice {
  id: string
  text: string
}

/** The topics of the installation, by their titles. */
export function useTopics(): Choice[] {
  const { data } = useApi('GET /admin/topics')
  return (data?.data ?? [])
    .map(({ id, title }) => ({ id, text: title }))
    .sort((one, other) => one.text.localeCompare(other.text))
}
