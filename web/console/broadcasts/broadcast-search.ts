import { searchReader } from '../list/list-search.ts'

export const BROADCAST_STATUSES = ['DRAFT', 'SCHEDULED', 'SENDING', 'SENT', 'STOPPED'] as const

export const readBroadcastSearch = searchReader({ status: BROADCAST_STATUSES })
