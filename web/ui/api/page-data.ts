import type { Api } from '../../../packages/client/src/lyceum.ts'
import { sessionStore } from '../session/session-store.ts'
import { queryClient } from './lyceum.ts'

/** A response that the service has embedded in a page that it rendered. */
export interface PageAnswer {
  operation: string
  given?: object
  answer: unknown
}

const element = globalThis.document?.getElementById('page-data')

/** Set if the service has answered the address of this page with status 404. */
export const servedNotFoundPath = element?.dataset.status === '404' ? location.pathname : undefined

/**
 * Fills the cache of queries with the responses in the page, so that the first view needs no request. Returns whether the page
 * is that of a signed-in user, who is then known as well.
 */
export function readPageData(): boolean {
  const answers = JSON.parse(element?.textContent ?? '[]') as PageAnswer[]
  for (const { operation, given, answer } of answers)
    queryClient.setQueryData(given ? [operation, given] : [operation], answer)
  const profile = answers.find(({ operation }) => operation === 'GET /user/profile')
  if (profile) sessionStore.set({ status: 'in', user: (profile.answer as { data: Api.Profile }).data })
  return profile !== undefined
}
