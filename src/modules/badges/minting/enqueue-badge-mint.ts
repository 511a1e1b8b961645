import { AchievementBadge } from '../../../../contracts/artifacts/AchievementBadge.ts'
import type { BadgeType } from '../../../events/badges.ts'
import { referenceHash } from '../../../platform/chain/contract.ts'
import { enqueueTransaction, retryTransaction } from '../../../platform/chain/relayer/enqueue-transaction.ts'
import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import { assert } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { storeDocument } from '../../../platform/ipfs/documents.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { listWalletAddresses } from '../../wallet/public/wallet-addresses.ts'
import { findDefinition } from '../definition-queries.ts'
import { claimMint, reserveMints, scheduleMintRetry } from '../queries.ts'
import { BADGE_MINT_KIND, buildBadgeMetadata, mintReference } from './badge-token.ts'
import { MINT_GAS, startOfNextDay } from './mint-gas.ts'

interface EnqueueBadgeMint {
  userId: UserId
  badgeType: BadgeType
  publicUrl: string
  /** Gas that the mints of a day (UTC) may use; 0 is no limit. */
  dailyGas: bigint
  now: Date
}

/**
 * Enqueues the mint of a completed badge unless it is minted, already started or not yet due. A mint above the budget of
 * the day waits for the next day.
 */
export async function enqueueBadgeMint(
  tx: Tx,
  { userId, badgeType, publicUrl, dailyGas, now }: EnqueueBadgeMint,
): Promise<void> {
  if (!(await claimMint(tx, { userId, badgeType, now }))) return
  const [addresses, definition] = await Promise.all([
    listWalletAddresses(tx, [userId]),
    findDefinition(tx, badgeType),
  ])
  assert(definition, `the completed badge ${badgeType} has no definition`)
  const address = addresses.get(userId)
  if (!address) return scheduleMintRetry(tx, { userId, badgeType, retryAt: addMs(now, MINUTE_MS) })

  if (dailyGas > 0n && (await reserveMints(tx, { now, count: 1, gas: MINT_GAS, limit: dailyGas })) === 0)
    return scheduleMintRetry(tx, { userId, badgeType, retryAt: startOfNextDay(now) })

  const { cid, subject, content } = buildBadgeMetadata(definition, publicUrl)
  await storeDocument(tx, { cid, subject, content }, now)
  const reference = mintReference(userId, badgeType)
  const isNew = await enqueueTransaction(tx, {
    reference,
    kind: BADGE_MINT_KIND,
    contract: AchievementBadge,
    functionName: 'mint',
    args: [referenceHash(reference), address, `ipfs://${cid}`],
  })
  if (!isNew) await retryTransaction(tx, reference)
}
