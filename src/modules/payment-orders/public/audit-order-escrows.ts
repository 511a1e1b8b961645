import type { Db } from '../../../platform/db/database.ts'
import { listEscrows } from '../../ledger/public/list-escrows.ts'
import { hasEscrowedTokens } from '../order-states.ts'
import { listOpenTokenOrders } from '../queries.ts'

/** Compares the ledger accounts of orders with the tokens of open orders and describes every difference. */
export async function auditOrderEscrows(db: Db): Promise<string[]> {
  const escrowed = (await listOpenTokenOrders(db)).filter(hasEscrowedTokens)
  const expected = new Map(escrowed.map(({ id, tokenAmount }) => [`${id} USDT`, tokenAmount]))
  const actual = new Map(
    (await listEscrows(db, 'order')).map(({ account, asset, balance }) => [
      `${account.slice('order:'.length)} ${asset}`,
      balance,
    ]),
  )
  return [...new Set([...expected.keys(), ...actual.keys()])].sort().flatMap((name) => {
    const [orderId, asset] = name.split(' ')
    const [balance, tokens] = [actual.get(name) ?? 0n, expected.get(name) ?? 0n]
    return balance === tokens
      ? []
      : [`Order ${orderId} has ${balance} ${asset} in escrow, but ${tokens} are expected.`]
  })
}
