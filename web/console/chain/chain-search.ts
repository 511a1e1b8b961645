import { searchReader } from '../list/list-search.ts'

export const CHAIN_STATUSES = ['queued', 'sent', 'confirmed', 'failed'] as const

export const readChainSearch = searchReader({ hash: 'text', status: CHAIN_STATUSES, open: 'text' })
