import { searchReader } from '../list/list-search.ts'
import { ORDER_STATUSES } from './order-tag.tsx'

export const readOrderSearch = searchReader({ user: 'text', status: ORDER_STATUSES, open: 'text' })
