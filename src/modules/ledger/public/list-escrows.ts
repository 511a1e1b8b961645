import type { Db } from '../../../platform/db/database.ts'
import type { Balance } from './transfer.ts'

/** Escrow accounts of a kind with a balance above zero, for the audit of each escrow's owner module. */
export function listEscrows(db: Db, kind: 'contest' | 'battle' | 'order'): Promise<Balance[]> {
  return db<Balance>`
    select account, asset, balance from ledger_balance
    where account ^@ ${`${kind}:`} and balance > 0 order by account, asset`
}
