import type { Db } from '../../../platform/db/database.ts'
import { listEscrowRows } from '../audit-queries.ts'
import type { AccountName, Asset } from './account.ts'

export interface Escrow {
  account: AccountName
  asset: Asset
  balance: bigint
}

/** Accounts of a kind that hold something now, for whoever must know what each of them holds it for. */
export function listEscrows(db: Db, kind: 'contest' | 'battle' | 'order'): Promise<Escrow[]> {
  return listEscrowRows(db, kind)
}
