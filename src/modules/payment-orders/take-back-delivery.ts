import type { Tx } from '../../platform/transaction/tx.ts'
import { lockGems } from '../ledger/public/lock-gems.ts'
import { postTakenBack, type TakenBack } from './ledger-postings.ts'
import type { Order } from './public/order.ts'
import { updateTakenBack } from './queries.ts'

/**
 * Divides a delivery between the user and the house. A balance never becomes negative: of gems the user gives back what is
 * there. Bought tokens are in the user's wallet, which moves only with the user's PIN, so none is taken back.
 */
export function divideDelivery(
  { asset, tokenAmount }: Pick<Order, 'asset' | 'tokenAmount'>,
  gems: bigint,
): TakenBack {
  const available = asset === 'GEMS' ? gems : 0n
  const takenBack = available < tokenAmount ? available : tokenAmount
  return { takenBack, shortfall: tokenAmount - takenBack }
}

/** The same, with the gems of the user locked until commit. */
export async function lockDivision(tx: Tx, order: Order): Promise<TakenBack> {
  const gems = order.asset === 'GEMS' ? await lockGems(tx, [order.userId]) : undefined
  return divideDelivery(order, gems?.get(order.userId) ?? 0n)
}

/** Takes the delivery of the locked order back, once: posts the transfer and stores its parts. */
export async function takeBackDelivery(tx: Tx, order: Order, now: Date): Promise<void> {
  const division = await lockDivision(tx, order)
  await postTakenBack(tx, order, division, now)
  await updateTakenBack(tx, order.id, division)
}
