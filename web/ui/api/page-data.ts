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

/** Fills the cache of queries with the responses in the page, so that the first view needs no request. */
export function readPageData(): void {
  for (const { operation, given, answer } of JSON.parse(element?.textContent ?? '[]') as PageAnswer[])
    queryClient.setQueryData(given ? [operation, given] : [operation], answer)
}
