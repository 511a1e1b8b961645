import { searchReader } from '../list/list-search.ts'

export const REPORT_STATUSES = ['OPEN', 'ACTED', 'DISMISSED'] as const
export const REPORT_KINDS = ['COURSE', 'LESSON', 'QUESTION', 'USER'] as const

export const readReportSearch = searchReader({ status: REPORT_STATUSES, kind: REPORT_KINDS, open: 'text' })
