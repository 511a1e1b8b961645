import type { Db } from '../../../platform/db/database.ts'
import { listEscrows } from '../../rewards/audit/list-escrows.ts'
import { listTokensUnderWay } from './queries.ts'

/** Holds what the ledger has in the accounts of orders against what is under way, and names every difference. */
export async function auditOrderEscrows(db: Db): Promise<string[]> {
  const owed = new Map(
    (await listTokensUnderWay(db)).map(({ id, tokenAmount }) => [`${id} USDT`, tokenAmount]),
  )
  const held = new Map(
    (await listEscrows(db, 'order')).map(({ account, asset, balance }) => [
      `${account.slice('order:'.length)} ${asset}`,
      balance,
    ]),
  )
  return [...new Set([...owed.keys(), ...held.keys()])].sort().flatMap((name) => {
    const [orderId, asset] = name.split(' ')
    const [has, owes] = [held.get(name) ?? 0n, owed.get(name) ?? 0n]
    return has === owes ? [] : [`Order ${orderId} holds ${has} ${asset}, and ${owes} belong there.`]
  })
}
