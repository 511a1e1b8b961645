import { searchReader } from '../list/list-search.ts'

export const readLedgerSearch = searchReader({
  account: 'text',
  reference: 'text',
  reason: 'text',
  escrow: ['yes'],
  from: 'text',
  to: 'text',
})

/** What an account is called: its kind, and a name or an id. The service refuses others. */
export const isAccount = (typed: string | undefined): boolean =>
  !typed || /^(user|house|contest|battle|order):[a-z0-9-]+$/.test(typed)

/** The accounts of the house, which issue value and collect fees. */
export const HOUSE_ACCOUNTS = [
  'house:issuance',
  'house:prizes',
  'house:fees',
  'house:grants',
  'house:referrals',
  'house:promotions',
  'house:losses',
  'house:sales',
  'house:treasury',
  'house:chain',
] as const
