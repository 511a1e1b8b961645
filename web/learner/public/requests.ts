import type { Given } from '../../../packages/client/src/lyceum.ts'
import { CATALOGUE_QUERY, type CatalogueSearch, readCatalogueSearch } from '../catalogue-search.ts'

/** The requests of public pages. The server and the application build equal ones, so that they share the responses. */

const LONGEST_SEARCH = 100

export function coursesRequest(search: CatalogueSearch): Given<'GET /public/courses'> {
  const { q, category, page } = readCatalogueSearch({ ...search })
  const words = q ? { search: q.slice(0, LONGEST_SEARCH) } : {}
  return {
    query: { ...CATALOGUE_QUERY, ...words, ...(category ? { category } : {}), ...(page ? { page } : {}) },
  }
}

/** The place of a page in its list. */
export function pagesOf(meta: { total: number; page: number; limit: number } | undefined) {
  return { page: meta?.page ?? 1, pages: meta ? Math.max(1, Math.ceil(meta.total / meta.limit)) : 1 }
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
