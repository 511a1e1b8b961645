import type { Given } from '../../../packages/client/src/lyceum.ts'
import type { CatalogueSearch } from '../catalogue-search.ts'

/** The requests of public pages. The server and the application build equal ones, so that they share the responses. */

const SHOWN_COURSES = 60

export function coursesRequest({ q, category }: CatalogueSearch): Given<'GET /public/courses'> {
  return { query: { limit: SHOWN_COURSES, ...(q ? { search: q } : {}), ...(category ? { category } : {}) } }
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

export function boardRequest({ period = 'week' }: BoardSearch): Given<'GET /public/leaderboards'> {
  return { query: { period } }
}
