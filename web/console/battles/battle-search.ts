import { searchReader } from '../list/list-search.ts'

export const BATTLE_KINDS = ['QUEUE', 'FRIEND', 'REMATCH', 'BOT'] as const
export const BATTLE_STATUSES = [
  'PLAYED',
  'WAITING',
  'IN_PROGRESS',
  'COMPLETED',
  'FORFEIT',
  'ABANDONED',
  'CANCELLED',
] as const

export const readBattleSearch = searchReader({
  id: 'text',
  user: 'text',
  kind: BATTLE_KINDS,
  status: BATTLE_STATUSES,
  from: 'text',
  to: 'text',
  open: 'text',
})
