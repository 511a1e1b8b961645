import { readPageSearch } from '../questions/question-search.ts'

/** The filters of the queue in the URL. */
export interface SubmissionSearch {
  page?: number
  /** Only the submissions to the project of this course. */
  course?: string
}

export function readSubmissionSearch(search: Record<string, unknown>): SubmissionSearch {
  const { course } = search
  return { ...readPageSearch(search), ...(typeof course === 'string' && course !== '' ? { course } : {}) }
}
