import type { Hex } from 'viem'
import { RpcError } from '../../rpc.ts'
import { forEachConcurrently, type RelayerDeps } from '../relayer-deps.ts'
import { hexOf, type Outcome, type Receipt, type SentTransaction } from '../transaction.ts'
import { isAlreadyExecuted } from './already-executed.ts'
import { findByLog } from './find-by-log.ts'
import { interpretReceipt } from './interpret-receipt.ts'
import { isCanonical } from './is-canonical.ts'
import { mayStillExecute } from './may-still-execute.ts'

export interface TransactionOutcomes {
  outcomes: Outcome[]
  /** Another transaction in a confirmed block has used their nonce, and there is no log of them. */
  lost: SentTransaction[]
}

/**
 * Reads the outcomes of transactions from the node. Unconfirmed ones are read again in the next round; no
 * state is stored.
 */
export async function findOutcomes(
  deps: RelayerDeps,
  transactions: SentTransaction[],
): Promise<TransactionOutcomes> {
  const found: TransactionOutcomes = { outcomes: [], lost: [] }
  if (transactions.length === 0) return found
  const { rpc, settings } = deps
  // The head is read first: a receipt newer than it only seems less confirmed than it is.
  const head = BigInt(await rpc.request<Hex>('eth_blockNumber'))
  const blocks = new Map<string, Promise<string | undefined>>()
  const unseen: SentTransaction[] = []
  await forEachConcurrently(transactions, async (transaction) => {
    const receipt = await findReceipt(deps, transaction)
    if (!receipt) {
      unseen.push(transaction)
      return
    }
    const depth = head - BigInt(receipt.blockNumber) + 1n
    if (depth < BigInt(settings.confirmations) || !(await isCanonical(rpc, receipt, blocks))) return
    await addOutcome(deps, transaction, receipt, found)
  })
  if (unseen.length > 0) await findLost(deps, head, unseen, found)
  return found
}

async function findReceipt(
  { rpc }: RelayerDeps,
  { attempts }: SentTransaction,
): Promise<Receipt | undefined> {
  for (const { hash } of attempts.toReversed()) {
    const receipt = await rpc.request<Receipt | null>('eth_getTransactionReceipt', [hash])
    if (receipt) return receipt
  }
  return undefined
}

/**
 * Handles transactions without a receipt whose nonce was used up to the newest confirmed block. Either the
 * receipt is lost and the log shows the result, or another program used our key and the transaction needs a
 * new nonce.
 */
async function findLost(
  deps: RelayerDeps,
  head: bigint,
  unseen: SentTransaction[],
  found: TransactionOutcomes,
): Promise<void> {
  const { rpc, sender, settings } = deps
  const deepBlock = head - BigInt(settings.confirmations - 1)
  if (deepBlock < 0n) return
  const used = await rpc
    .request<Hex>('eth_getTransactionCount', [sender, `0x${deepBlock.toString(16)}`])
    .catch((error) => {
      // A node without older states cannot return the nonce; then only receipts count.
      if (error instanceof RpcError) return '0x0' as const
      throw error
    })
  for (const transaction of unseen.filter(({ nonce }) => nonce < BigInt(used))) {
    const receipt = await findByLog(deps, transaction)
    if (receipt === 'unconfirmed') continue
    if (receipt) await addOutcome(deps, transaction, receipt, found)
    else found.lost.push(transaction)
  }
}

async function addOutcome(
  deps: RelayerDeps,
  transaction: SentTransaction,
  receipt: Receipt,
  { outcomes }: TransactionOutcomes,
): Promise<void> {
  if (BigInt(receipt.status) === 1n) {
    outcomes.push(interpretReceipt(deps, transaction, receipt))
    return
  }
  // Read before the log, so that no execution can come between.
  const isOpen = await mayStillExecute(deps, transaction)
  // The transaction may have reverted because it was executed before, under a hash that is lost.
  const earlier = await findByLog(deps, transaction)
  // A log exists, but the node does not confirm it now: this is not a failure and is checked again.
  if (earlier === 'unconfirmed') return
  if (earlier) {
    outcomes.push(interpretReceipt(deps, transaction, earlier))
    return
  }
  if (isOpen) return
  const reason = await revertReason(deps, transaction, receipt)
  if (!isAlreadyExecuted(reason)) outcomes.push({ confirmed: false, transaction, reason, receipt })
}

async function revertReason(
  { rpc, contracts, sender }: RelayerDeps,
  { contract, callData }: SentTransaction,
  { blockNumber }: Receipt,
): Promise<string> {
  const call = { from: sender, to: contracts.find(contract)?.address, data: hexOf(callData) }
  try {
    await rpc.request('eth_call', [call, blockNumber])
    return 'Reverted'
  } catch (error) {
    if (!(error instanceof RpcError)) throw error
    return contracts.describeRevert(error.revertData)
  }
}
