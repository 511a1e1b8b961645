import { nowMs } from '../../../clock.ts'
import { log } from '../../../log.ts'
import { RpcError } from '../../rpc.ts'
import { forEachConcurrently, type RelayerDeps } from '../relayer-deps.ts'
import { type Attempt, hexOf, type SentTransaction } from '../transaction.ts'

/** Said of bytes that the node has, or has had: exactly what we want. */
const KNOWN = /already known|known transaction|already imported|already in mempool|already exists/i
/** Said when something with this nonce is mined, ours most likely. The receipts will tell. */
const MINED = /nonce too low|nonce is too low|nonce.*lower|invalid nonce/i

/** When each version was last sent by this process; a new process sends everything again. */
export type SendTimes = Map<string, number>

/**
 * Sends the newest version of everything whose turn it is. Whatever the node answers proves nothing: what it refuses
 * it may have, and what it takes it may lose. Only receipts count, so all that happens here is sending again later.
 */
export async function broadcast(
  deps: RelayerDeps,
  transactions: SentTransaction[],
  sendTimes: SendTimes,
): Promise<number> {
  const due = transactions
    .map((transaction) => ({ transaction, attempt: transaction.attempts.at(-1)! }))
    .filter(({ attempt }) => isDue(attempt, sendTimes, deps.settings.resendMs))
  await forEachConcurrently(due, async ({ transaction, attempt }) => {
    sendTimes.set(attempt.hash, nowMs())
    try {
      await deps.rpc.request('eth_sendRawTransaction', [hexOf(attempt.raw)])
    } catch (error) {
      const { message } = error as Error
      if (error instanceof RpcError && (KNOWN.test(message) || MINED.test(message))) return
      log.warn(
        { reference: transaction.reference, nonce: String(transaction.nonce), error: message },
        'chain: node did not accept the transaction; resending',
      )
    }
  })
  if (due.length > 0) deps.onCheckpoint('broadcast')
  return due.length
}

function isDue({ hash }: Attempt, sendTimes: SendTimes, resendMs: number): boolean {
  const sentMs = sendTimes.get(hash)
  return sentMs === undefined || nowMs() - sentMs >= resendMs
}
