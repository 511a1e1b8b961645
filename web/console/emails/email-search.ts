import { searchReader } from '../list/list-search.ts'

export const EMAIL_STATES = ['PENDING', 'FAILED', 'SENT'] as const

export const readEmailSearch = searchReader({ state: EMAIL_STATES, to: 'text', open: 'text' })
