import type { Hex } from 'viem'
import { now } from '../../clock.ts'
import { log } from '../../log.ts'
import { raisedFees, suggestFees } from './fees.ts'
import type { RelayerParts } from './parts.ts'
import { insertAttempts } from './queries.ts'
import { signAttempt } from './sign-attempt.ts'
import type { SentTransaction } from './transaction.ts'

/**
 * Offers more for the transaction that all others wait behind, when it has waited too long. It is the same call with
 * the same nonce, so one of the two is mined; the new version is stored before it is sent, like the first.
 */
export async function replaceStuck(parts: RelayerParts, transactions: SentTransaction[]): Promise<void> {
  const { rpc, sender, settings, book } = parts
  const instant = now()
  const old = transactions.filter(
    ({ attempts }) => instant.getTime() - attempts.at(-1)!.madeAt.getTime() >= settings.stuckMs,
  )
  if (old.length === 0) return
  const mined = BigInt(await rpc.request<Hex>('eth_getTransactionCount', [sender, 'latest']))
  const stuck = old.find(({ nonce }) => nonce === mined)
  if (!stuck) return
  const last = stuck.attempts.at(-1)!
  const fees = raisedFees(last, await suggestFees(rpc, settings.maxFeeWei), settings.maxFeeWei)
  if (!fees) {
    log.error({ reference: stuck.reference }, 'chain: a transaction is stuck at the highest fee allowed')
    return
  }
  const attempt = await signAttempt(parts, {
    to: book.find(stuck.contract)!.address,
    callData: stuck.callData,
    nonce: stuck.nonce,
    gasLimit: stuck.gasLimit,
    fees,
    now: instant,
  })
  await insertAttempts(parts.database.query, [{ id: stuck.id, nonce: stuck.nonce, attempt }], instant)
  log.warn(
    { reference: stuck.reference, hash: attempt.hash },
    'chain: a stuck transaction offers a higher fee',
  )
}
