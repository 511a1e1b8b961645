import { queryClient } from '../../ui/api/query-client.ts'

/** The screens that show counts of reviews read them again. */
export function forgetReviewCounts(): Promise<unknown> {
  const operations = ['GET /review/due', 'GET /review/forecast', 'GET /review/suspended', 'GET /user/streak']
  return Promise.all(operations.map((operation) => queryClient.invalidateQueries({ queryKey: [operation] })))
}
