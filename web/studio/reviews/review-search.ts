import { readPageSearch } from '../questions/question-search.ts'

export const REVIEW_STATUSES = ['OPEN', 'RETURNED', 'APPROVED', 'WITHDRAWN'] as const
export type ReviewStatus = (typeof REVIEW_STATUSES)[number]

/** The filter of the review queue in the URL. Without a status: the open requests. */
export interface ReviewSearch {
  status?: ReviewStatus
  page?: number
}

export function readReviewSearch(search: Record<string, unknown>): ReviewSearch {
  const status = REVIEW_STATUSES.find((known) => known === search.status && known !== 'OPEN')
  return { ...(status ? { status } : {}), ...readPageSearch(search) }
}
