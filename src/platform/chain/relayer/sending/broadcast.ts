import { monotonicMs } from '../../../clock.ts'
import { log } from '../../../log.ts'
import { RpcError } from '../../rpc.ts'
import { forEachConcurrently, type RelayerDeps } from '../relayer-deps.ts'
import { type Attempt, hexOf, type SentTransaction } from '../transaction.ts'

/** The node already has these bytes, which is the wanted state. */
const KNOWN = /already known|known transaction|already imported|already in mempool|already exists/i
/** A transaction with this nonce is mined, most likely ours. The receipts decide. */
const MINED = /nonce too low|nonce is too low|nonce.*lower|invalid nonce/i

/** When this process last sent each version; a new process sends everything again. */
export type SendTimes = Map<string, number>

/**
 * Sends the newest version of every due transaction. The node's reply proves nothing: it may have a
 * transaction that it rejects and lose one that it accepts. Only receipts count, so the next step is always
 * to send again later.
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
    sendTimes.set(attempt.hash, monotonicMs())
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
  return sentMs === undefined || monotonicMs() - sentMs >= resendMs
}
