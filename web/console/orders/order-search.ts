import { searchReader } from '../list/list-search.ts'
import { ORDER_STATUSES } from './order-tag.tsx'

export const readOrderSearch = searchReader({
  user: 'text',
  status: ORDER_STATUSES,
  provider: 'text',
  from: 'text',
  to: 'text',
  open: 'text',
})
