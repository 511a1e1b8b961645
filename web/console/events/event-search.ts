import { searchReader } from '../list/list-search.ts'

export const EVENT_STATUSES = ['PENDING', 'APPLIED', 'IGNORED', 'UNMATCHED', 'DEAD'] as const

export const readEventSearch = searchReader({ status: EVENT_STATUSES, source: 'text', open: 'text' })
