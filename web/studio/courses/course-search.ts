export const STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const
export type Status = (typeof STATUSES)[number]

/** The filters of the list of courses in the URL. */
export interface CourseSearch {
  q?: string
  status?: Status
  /** `all` also lists the courses of others. */
  of?: 'all'
  page?: number
}

export function readCourseSearch({ q, status, of, page }: Record<string, unknown>): CourseSearch {
  return {
    ...(q !== undefined && q !== '' ? { q: `${q}` } : {}),
    ...(STATUSES.includes(status as Status) ? { status: status as Status } : {}),
    ...(of === 'all' ? { of } : {}),
    ...(Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {}),
  }
}
