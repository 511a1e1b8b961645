import { searchReader } from '../list/list-search.ts'

export const BADGE_STATUSES = ['DRAFT', 'PUBLISHED', 'ARCHIVED'] as const

export const readBadgeSearch = searchReader({ status: BADGE_STATUSES, q: 'text' })
