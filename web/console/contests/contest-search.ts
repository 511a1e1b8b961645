import { searchReader } from '../list/list-search.ts'

export const CONTEST_STATUSES = ['UPCOMING', 'LIVE', 'ENDED', 'SETTLED', 'CANCELLED'] as const

export const readContestSearch = searchReader({ q: 'text', status: CONTEST_STATUSES })
