import type { Address } from 'viem'
import { AchievementBadge } from '../../../../contracts/artifacts/AchievementBadge.ts'
import type { BadgeType } from '../../../events/badges.ts'
import { referenceHash } from '../../../platform/chain/contract.ts'
import { enqueueTransaction } from '../../../platform/chain/relayer/enqueue-transaction.ts'
import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import { assert } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { storeDocument } from '../../../platform/ipfs/documents.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { listWalletAddresses } from '../../wallet/public/wallet-addresses.ts'
import { findDefinition } from '../definition-queries.ts'
import { claimMints, type OneBadge, reserveMints, scheduleMintRetry, updateMintBatch } from '../queries.ts'
import { BADGE_BATCH_KIND, buildBadgeMetadata, mintReference } from './badge-token.ts'
import { MINT_GAS, startOfNextDay } from './mint-gas.ts'

interface EnqueueBadgeBatch {
  /** Badges without a failed mint: one that the contract rejects would fail the whole batch. */
  badges: OneBadge[]
  publicUrl: string
  dailyGas: bigint
  now: Date
}

/**
 * Enqueues the mints of several badges as one chain transaction, which needs less gas than one for each. Badges that are
 * minted, already started or not yet due are left out; those above the budget of the day wait for the next day.
 */
export async function enqueueBadgeBatch(tx: Tx, request: EnqueueBadgeBatch): Promise<void> {
  const { publicUrl, dailyGas, now } = request
  const claimed = await claimMints(tx, request.badges, now)
  const addresses = await listWalletAddresses(
    tx,
    claimed.map(({ userId }) => userId),
  )
  const payable: (OneBadge & { address: Address })[] = []
  for (const badge of claimed) {
    const address = addresses.get(badge.userId)
    if (address) payable.push({ ...badge, address })
    else await scheduleMintRetry(tx, { ...badge, retryAt: addMs(now, MINUTE_MS) })
  }
  const granted =
    dailyGas === 0n
      ? payable.length
      : await reserveMints(tx, { now, count: payable.length, gas: MINT_GAS, limit: dailyGas })
  for (const badge of payable.splice(granted))
    await scheduleMintRetry(tx, { ...badge, retryAt: startOfNextDay(now) })
  if (payable.length === 0) return
  const uris = await storeMetadata(tx, payable, publicUrl, now)
  const references = payable.map(({ userId, badgeType }) => referenceHash(mintReference(userId, badgeType)))
  const batch = `badges:${newId()}`
  await updateMintBatch(tx, payable, batch)
  await enqueueTransaction(tx, {
    reference: batch,
    kind: BADGE_BATCH_KIND,
    contract: AchievementBadge,
    functionName: 'mintBatch',
    args: [
      references,
      payable.map(({ address }) => address),
      payable.map(({ badgeType }) => uris.get(badgeType)!),
    ],
    proofTopic: references[0]!,
  })
}

/** Stores the metadata of each badge type once; returns its URI. */
async function storeMetadata(
  tx: Tx,
  badges: OneBadge[],
  publicUrl: string,
  now: Date,
): Promise<Map<BadgeType, string>> {
  const uris = new Map<BadgeType, string>()
  for (const badgeType of new Set(badges.map((badge) => badge.badgeType))) {
    const definition = await findDefinition(tx, badgeType)
    assert(definition, `the completed badge ${badgeType} has no definition`)
    const { cid, subject, content } = buildBadgeMetadata(definition, publicUrl)
    await storeDocument(tx, { cid, subject, content }, now)
    uris.set(badgeType, `ipfs://${cid}`)
  }
  return uris
}
