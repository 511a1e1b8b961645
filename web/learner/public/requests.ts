import type { Given } from '../../../packages/client/src/lyceum.ts'
import { type CatalogueSearch, readCatalogueSearch } from '../catalogue-search.ts'

/** The requests of public pages. The server and the application build equal ones, so that they share the responses. */

const SHOWN_COURSES = 60
const LONGEST_SEARCH = 100

/** Reads the search again, because the router also passes values that are not valid. */
export function coursesRequest(search: CatalogueSearch): Given<'GET /public/courses'> {
  const { q, category } = readCatalogueSearch({ ...search })
  const words = q ? { search: q.slice(0, LONGEST_SEARCH) } : {}
  return { query: { limit: SHOWN_COURSES, ...words, ...(category ? { category } : {}) } }
}

export const PERIODS = ['week', 'month', 'all-time'] as const
export type BoardPeriod = (typeof PERIODS)[number]

/** The board in the URL. */
export interface BoardSearch {
  period?: BoardPeriod
}

export function readBoardSearch({ period }: Record<string, unknown>): BoardSearch {
  return PERIODS.includes(period as BoardPeriod) ? { period: period as BoardPeriod } : {}
}

export function boardRequest(search: BoardSearch): Given<'GET /public/leaderboards'> {
  const { period = 'week' } = readBoardSearch({ ...search })
  return { query: { period } }
}
