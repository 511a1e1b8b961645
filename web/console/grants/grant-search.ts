import { searchReader } from '../list/list-search.ts'

export const GRANT_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const

export const readGrantSearch = searchReader({ status: GRANT_STATUSES, open: 'text' })
