import type { Db } from '../../platform/db/database.ts'
import { listEscrows } from '../ledger/public/list-escrows.ts'
import { listEscrowedTokens } from './queries.ts'

/** Holds what the ledger has in the accounts of orders against what is under way, and names every difference. */
export async function auditOrderEscrows(db: Db): Promise<string[]> {
  const expected = new Map(
    (await listEscrowedTokens(db)).map(({ id, tokenAmount }) => [`${id} USDT`, tokenAmount]),
  )
  const actual = new Map(
    (await listEscrows(db, 'order')).map(({ account, asset, balance }) => [
      `${account.slice('order:'.length)} ${asset}`,
      balance,
    ]),
  )
  return [...new Set([...expected.keys(), ...actual.keys()])].sort().flatMap((name) => {
    const [orderId, asset] = name.split(' ')
    const [actualAmount, expectedAmount] = [actual.get(name) ?? 0n, expected.get(name) ?? 0n]
    return actualAmount === expectedAmount
      ? []
      : [`Order ${orderId} holds ${actualAmount} ${asset}, and ${expectedAmount} belong there.`]
  })
}
