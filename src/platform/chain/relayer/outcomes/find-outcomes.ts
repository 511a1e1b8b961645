import type { Hex } from 'viem'
import { RpcRefusal } from '../../rpc.ts'
import { forEachOf, type RelayerParts } from '../parts.ts'
import { hexOf, type Outcome, type Receipt, type SentTransaction } from '../transaction.ts'
import { isCanonical } from './canonical.ts'
import { findProof } from './find-proof.ts'
import { hasHappened } from './has-happened.ts'
import { judgeReceipt } from './judge-receipt.ts'

export interface Findings {
  outcomes: Outcome[]
  /** Their nonce is used up, deep enough, and not by them. */
  lost: SentTransaction[]
}

/** Asks what became of transactions. What is not confirmed is asked about again, and nothing is remembered of it. */
export async function findOutcomes(parts: RelayerParts, transactions: SentTransaction[]): Promise<Findings> {
  const findings: Findings = { outcomes: [], lost: [] }
  if (transactions.length === 0) return findings
  const { rpc, settings } = parts
  // The head is asked first: a receipt that is newer than it only seems less confirmed than it is.
  const head = BigInt(await rpc.request<Hex>('eth_blockNumber'))
  const blocks = new Map<string, Promise<string | undefined>>()
  const unseen: SentTransaction[] = []
  await forEachOf(transactions, async (transaction) => {
    const receipt = await findReceipt(parts, transaction)
    if (!receipt) {
      unseen.push(transaction)
      return
    }
    const depth = head - BigInt(receipt.blockNumber) + 1n
    if (depth < BigInt(settings.confirmations) || !(await isCanonical(rpc, receipt, blocks))) return
    await noteOutcome(parts, transaction, receipt, findings)
  })
  if (unseen.length > 0) await findLost(parts, head, unseen, findings)
  return findings
}

async function findReceipt(
  { rpc }: RelayerParts,
  { attempts }: SentTransaction,
): Promise<Receipt | undefined> {
  for (const { hash } of attempts.toReversed()) {
    const receipt = await rpc.request<Receipt | null>('eth_getTransactionReceipt', [hash])
    if (receipt) return receipt
  }
  return undefined
}

/**
 * No receipt, but the nonce is used, and so long ago that no re-org brings it back: either the receipt is lost, and
 * the chain itself shows what happened; or somebody else used our key, and the transaction needs another nonce.
 */
async function findLost(
  parts: RelayerParts,
  head: bigint,
  unseen: SentTransaction[],
  findings: Findings,
): Promise<void> {
  const { rpc, sender, settings } = parts
  const deepBlock = head - BigInt(settings.confirmations - 1)
  if (deepBlock < 0n) return
  const used = await rpc
    .request<Hex>('eth_getTransactionCount', [sender, `0x${deepBlock.toString(16)}`])
    .catch((fault) => {
      // A node that has lost its older states cannot answer; then only receipts can.
      if (fault instanceof RpcRefusal) return '0x0' as const
      throw fault
    })
  for (const transaction of unseen.filter(({ nonce }) => nonce < BigInt(used))) {
    const receipt = await findProof(parts, transaction)
    if (receipt === 'unconfirmed') continue
    if (receipt) await noteOutcome(parts, transaction, receipt, findings)
    else findings.lost.push(transaction)
  }
}

async function noteOutcome(
  parts: RelayerParts,
  transaction: SentTransaction,
  receipt: Receipt,
  { outcomes }: Findings,
): Promise<void> {
  if (BigInt(receipt.status) === 1n) {
    outcomes.push(judgeReceipt(parts, transaction, receipt))
    return
  }
  // It may have been refused because it had happened before, under a hash that we have lost.
  const earlier = await findProof(parts, transaction)
  // There is a trace of that, and the node does not stand by it now: it is no failure, and looked at again.
  if (earlier === 'unconfirmed') return
  if (earlier) {
    outcomes.push(judgeReceipt(parts, transaction, earlier))
    return
  }
  const reason = await revertReason(parts, transaction, receipt)
  if (!hasHappened(reason)) outcomes.push({ confirmed: false, transaction, reason, receipt })
}

async function revertReason(
  { rpc, book, sender }: RelayerParts,
  { contract, callData }: SentTransaction,
  { blockNumber }: Receipt,
): Promise<string> {
  const call = { from: sender, to: book.find(contract)?.address, data: hexOf(callData) }
  try {
    await rpc.request('eth_call', [call, blockNumber])
    return 'Reverted'
  } catch (fault) {
    if (!(fault instanceof RpcRefusal)) throw fault
    return book.describeRevert(fault.revertData)
  }
}
