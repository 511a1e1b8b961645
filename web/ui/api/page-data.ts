import type { Api } from '../../../packages/client/src/lyceum.ts'
import { sessionStore } from '../session/session-store.ts'

/** A response that the service has embedded in a page that it rendered. */
export interface PageAnswer {
  operation: string
  given?: object
  answer: unknown
}

const element = globalThis.document?.getElementById('page-data')

/** Set if the service has answered the address of this page with status 404. */
export const servedNotFoundPath = element?.dataset.status === '404' ? location.pathname : undefined

/** What the cache of queries starts with, so that the first view needs no request. */
export const pageAnswers: PageAnswer[] = []

/** Reads the responses in the page. Returns whether the page is that of a signed-in user, who is then known as well. */
export function readPageData(): boolean {
  pageAnswers.push(...JSON.parse(element?.textContent ?? '[]'))
  const profile = pageAnswers.find(({ operation }) => operation === 'GET /user/profile')
  if (profile) sessionStore.set({ status: 'in', user: (profile.answer as { data: Api.Profile }).data })
  return profile !== undefined
}
