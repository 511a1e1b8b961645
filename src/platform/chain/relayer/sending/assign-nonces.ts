import type { Hex } from 'viem'
import { addMs, SECOND_MS } from '../../../clock.ts'
import { describeError } from '../../../describe-error.ts'
import { log } from '../../../log.ts'
import type { Tx } from '../../../transaction/tx.ts'
import { type Fees, suggestFees } from '../../fees.ts'
import { isAlreadyExecuted } from '../outcomes/already-executed.ts'
import { findByLog } from '../outcomes/find-by-log.ts'
import { interpretReceipt } from '../outcomes/interpret-receipt.ts'
import { mayStillExecute } from '../outcomes/may-still-execute.ts'
import { recordOutcomes } from '../outcomes/record-outcomes.ts'
import {
  type AssignedNonce,
  listReady,
  lockQueued,
  lockSender,
  postpone,
  postponeAll,
  type ReadyTransaction,
  updateSender,
  updateSent,
} from '../queries.ts'
import { forEachConcurrently, type RelayerDeps } from '../relayer-deps.ts'
import type { Outcome } from '../transaction.ts'
import { signAttempt } from './sign-attempt.ts'
import { type SimulationCache, simulate } from './simulate.ts'

interface Sendable {
  transaction: ReadyTransaction
  gasLimit: bigint
}

const MAX_PAUSE_MS = 60 * SECOND_MS

/**
 * Simulates queued transactions up to the in-flight limit, records those whose outcome is already known, and
 * stores nonces and signed bytes of the others in one transaction. Sends nothing; returns how many got a nonce.
 */
export async function assignNonces(deps: RelayerDeps, inFlight: number): Promise<number> {
  const capacity = deps.settings.inFlight - inFlight
  if (capacity <= 0) return 0
  const ready = await listReady(deps.database.query, capacity, deps.clock())
  if (ready.length === 0) return 0
  const sendable: Sendable[] = []
  const outcomes: Outcome[] = []
  const cache = { hasOthersInFlight: inFlight > 0, known: new Map() }
  await forEachConcurrently(ready, (transaction) => classify(deps, transaction, cache, sendable, outcomes))
  // An outcome that cannot be recorded now is found again in the next round; the others continue.
  if (outcomes.length > 0)
    await recordOutcomes(deps, outcomes).catch((error) =>
      log.error({ error: describeError(error) }, 'chain: recording a rejected transaction failed'),
    )
  deps.onCheckpoint('simulated')
  if (sendable.length === 0) return 0
  // Simulations run concurrently; nonces follow the order in which transactions were enqueued.
  sendable.sort((one, other) => (one.transaction.id < other.transaction.id ? -1 : 1))
  return store(deps, sendable)
}

async function classify(
  deps: RelayerDeps,
  transaction: ReadyTransaction,
  cache: SimulationCache,
  sendable: Sendable[],
  outcomes: Outcome[],
): Promise<void> {
  if (transaction.afterStatus === 'failed') {
    outcomes.push({ confirmed: false, transaction, reason: 'PredecessorFailed' })
    return
  }
  // The transaction had a nonce before. If it was mined after all, it must not be sent again.
  const isOpen = transaction.sentBlock !== null && (await mayStillExecute(deps, transaction))
  if (transaction.sentBlock !== null) {
    const receipt = await findByLog(deps, transaction)
    if (receipt === 'unconfirmed') return
    if (receipt) {
      outcomes.push(interpretReceipt(deps, transaction, receipt))
      return
    }
  }
  const simulation = await simulate(deps, transaction, cache)
  if (simulation.verdict === 'goes') {
    sendable.push({ transaction, gasLimit: simulation.gasLimit })
    return
  }
  const isKnown = isAlreadyExecuted(simulation.reason)
  const proof = isKnown ? await findByLog(deps, transaction) : undefined
  if (proof === 'unconfirmed') return
  if (proof) outcomes.push(interpretReceipt(deps, transaction, proof))
  else if (simulation.verdict === 'refused' && !isKnown && !isOpen)
    outcomes.push({ confirmed: false, transaction, reason: simulation.reason })
  else await postponeTransaction(deps, transaction, simulation.reason)
}

async function postponeTransaction(
  { database, clock }: RelayerDeps,
  transaction: ReadyTransaction,
  reason: string,
): Promise<void> {
  const pauseMs = Math.min(SECOND_MS * 2 ** Math.min(transaction.simulationAttempts, 10), MAX_PAUSE_MS)
  log.warn({ reference: transaction.reference, reason }, 'chain: transaction postponed')
  await postpone(database.autocommit, transaction.id, addMs(clock(), pauseMs), reason)
}

async function store(deps: RelayerDeps, sendable: Sendable[]): Promise<number> {
  const { rpc, sender, settings } = deps
  const [fees, head, mined] = await Promise.all([
    suggestFees(rpc, settings.maxFeeWei),
    rpc.request<Hex>('eth_blockNumber'),
    rpc.request<Hex>('eth_getTransactionCount', [sender, 'latest']),
  ])
  const count = await deps.write((tx) =>
    assignInOrder(deps, tx, {
      sendable,
      fees,
      head: BigInt(head),
      chainNonce: BigInt(mined),
      now: deps.clock(),
    }),
  )
  if (count > 0) deps.onCheckpoint('stored')
  return count
}

interface Assignment {
  sendable: Sendable[]
  fees: Fees
  head: bigint
  chainNonce: bigint
  now: Date
}

async function assignInOrder(deps: RelayerDeps, tx: Tx, assignment: Assignment): Promise<number> {
  const { sender, genesis, settings, contracts } = deps
  const { sendable, fees, head, chainNonce, now } = assignment
  const row = await lockSender(tx, { address: sender, genesisHash: genesis, chainNonce, now })
  const stillQueued = await lockQueued(
    tx,
    sendable.map(({ transaction }) => transaction.id),
  )
  let { nextNonce, gasSpent } = row
  const assigned: AssignedNonce[] = []
  const tooMuch: string[] = []
  for (const { transaction, gasLimit } of sendable) {
    const { id, contract, callData } = transaction
    if (!stillQueued.has(id)) continue
    if (gasSpent + gasLimit > settings.dailyGasLimit) {
      tooMuch.push(id)
      continue
    }
    const to = contracts.find(contract)!.address
    const attempt = await signAttempt(deps, { to, callData, nonce: nextNonce, gasLimit, fees, now })
    assigned.push({ id, nonce: nextNonce, gasLimit, attempt })
    nextNonce += 1n
    gasSpent += gasLimit
  }
  if (tooMuch.length > 0) {
    log.error({ gasSpent: String(gasSpent) }, 'chain: daily gas limit reached; remaining transactions wait')
    await postponeAll(tx, tooMuch, addMs(now, MAX_PAUSE_MS))
  }
  if (assigned.length === 0) return 0
  await updateSender(tx, { address: sender, genesisHash: genesis, nextNonce, gasSpent })
  await updateSent(tx, { sender, sentBlock: head, assigned, now })
  return assigned.length
}
