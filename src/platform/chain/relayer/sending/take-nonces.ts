import type { Hex } from 'viem'
import { later, now, SECOND_MS } from '../../../clock.ts'
import { describeFault } from '../../../describe-fault.ts'
import { log } from '../../../log.ts'
import type { Tx } from '../../../tx.ts'
import { findProof } from '../outcomes/find-proof.ts'
import { hasHappened } from '../outcomes/has-happened.ts'
import { judgeReceipt } from '../outcomes/judge-receipt.ts'
import { recordOutcomes } from '../outcomes/record-outcomes.ts'
import { forEachOf, type RelayerParts } from '../parts.ts'
import {
  listReady,
  lockQueued,
  lockSender,
  postpone,
  postponeAll,
  type ReadyTransaction,
  type TakenNonce,
  updateSender,
  updateSent,
} from '../queries.ts'
import type { Outcome } from '../transaction.ts'
import { type Fees, suggestFees } from './fees.ts'
import { signAttempt } from './sign-attempt.ts'
import { type Looking, simulate } from './simulate.ts'

interface Sendable {
  transaction: ReadyTransaction
  gasLimit: bigint
}

const LONGEST_PAUSE_MS = 60 * SECOND_MS

/**
 * Takes what is queued, as far as there is room: simulated, then given nonces and signed bytes, which are stored in
 * one transaction. Nothing is sent here; answers how many may be.
 */
export async function takeNonces(parts: RelayerParts, inFlight: number): Promise<number> {
  const room = parts.settings.inFlight - inFlight
  if (room <= 0) return 0
  const ready = await listReady(parts.database.query, room, now())
  if (ready.length === 0) return 0
  const sendable: Sendable[] = []
  const outcomes: Outcome[] = []
  const looking = { hasOthersInFlight: inFlight > 0, known: new Map() }
  await forEachOf(ready, (transaction) => judge(parts, transaction, looking, sendable, outcomes))
  // Those whose refusal cannot be told now are found again; nobody else waits for that.
  if (outcomes.length > 0)
    await recordOutcomes(parts, outcomes).catch((fault) =>
      log.error({ fault: describeFault(fault) }, 'chain: a refusal could not be recorded'),
    )
  parts.onStep('simulated')
  if (sendable.length === 0) return 0
  // They were looked at side by side; nonces follow the order in which they were enqueued.
  sendable.sort((one, other) => (one.transaction.id < other.transaction.id ? -1 : 1))
  return store(parts, sendable)
}

async function judge(
  parts: RelayerParts,
  transaction: ReadyTransaction,
  looking: Looking,
  sendable: Sendable[],
  outcomes: Outcome[],
): Promise<void> {
  if (transaction.afterStatus === 'failed') {
    outcomes.push({ confirmed: false, transaction, reason: 'PredecessorFailed' })
    return
  }
  // It had a nonce before. If it was mined after all, sending it again would be wrong, or useless.
  if (transaction.sentBlock !== null) {
    const receipt = await findProof(parts, transaction)
    if (receipt === 'unconfirmed') return
    if (receipt) {
      outcomes.push(judgeReceipt(parts, transaction, receipt))
      return
    }
  }
  const simulation = await simulate(parts, transaction, looking)
  if (simulation.verdict === 'goes') {
    sendable.push({ transaction, gasLimit: simulation.gasLimit })
    return
  }
  const isKnown = hasHappened(simulation.reason)
  const proof = isKnown ? await findProof(parts, transaction) : undefined
  if (proof === 'unconfirmed') return
  if (proof) outcomes.push(judgeReceipt(parts, transaction, proof))
  else if (simulation.verdict === 'refused' && !isKnown)
    outcomes.push({ confirmed: false, transaction, reason: simulation.reason })
  else await putOff(parts, transaction, simulation.reason)
}

async function putOff(
  { database }: RelayerParts,
  transaction: ReadyTransaction,
  reason: string,
): Promise<void> {
  const pauseMs = Math.min(SECOND_MS * 2 ** Math.min(transaction.tries, 10), LONGEST_PAUSE_MS)
  log.warn({ reference: transaction.reference, reason }, 'chain: a transaction cannot be sent now')
  await postpone(database.query, transaction.id, later(now(), pauseMs), reason)
}

async function store(parts: RelayerParts, sendable: Sendable[]): Promise<number> {
  const { rpc, sender, settings } = parts
  const [fees, head, mined] = await Promise.all([
    suggestFees(rpc, settings.maxFeeWei),
    rpc.request<Hex>('eth_blockNumber'),
    rpc.request<Hex>('eth_getTransactionCount', [sender, 'latest']),
  ])
  const count = await parts.write((tx) =>
    takeInOrder(parts, tx, { sendable, fees, head: BigInt(head), chainNonce: BigInt(mined), now: now() }),
  )
  if (count > 0) parts.onStep('stored')
  return count
}

interface Taking {
  sendable: Sendable[]
  fees: Fees
  head: bigint
  chainNonce: bigint
  now: Date
}

async function takeInOrder(parts: RelayerParts, tx: Tx, taking: Taking): Promise<number> {
  const { sender, genesis, settings, book } = parts
  const { sendable, fees, head, chainNonce, now } = taking
  const row = await lockSender(tx, { address: sender, chain: genesis, chainNonce, now })
  const stillQueued = await lockQueued(
    tx,
    sendable.map(({ transaction }) => transaction.id),
  )
  let { nextNonce, gasSpent } = row
  const taken: TakenNonce[] = []
  const tooMuch: string[] = []
  for (const { transaction, gasLimit } of sendable) {
    const { id, contract, callData } = transaction
    if (!stillQueued.has(id)) continue
    if (gasSpent + gasLimit > settings.dailyGasLimit) {
      tooMuch.push(id)
      continue
    }
    const to = book.find(contract)!.address
    const attempt = await signAttempt(parts, { to, callData, nonce: nextNonce, gasLimit, fees, now })
    taken.push({ id, nonce: nextNonce, gasLimit, attempt })
    nextNonce += 1n
    gasSpent += gasLimit
  }
  if (tooMuch.length > 0) {
    log.error({ gasSpent: String(gasSpent) }, 'chain: the gas of this day is used up; the rest waits')
    await postponeAll(tx, tooMuch, later(now, LONGEST_PAUSE_MS))
  }
  if (taken.length === 0) return 0
  await updateSender(tx, { address: sender, chain: genesis, nextNonce, gasSpent })
  await updateSent(tx, { sender, sentBlock: head, taken, now })
  return taken.length
}
