import { AchievementBadge } from '../../../contracts/artifacts/AchievementBadge.ts'
import { referenceHash } from '../../platform/chain/contract.ts'
import { enqueueTransaction, retryTransaction } from '../../platform/chain/relayer/enqueue-transaction.ts'
import { later, MINUTE_MS } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import { keepDocument } from '../../platform/ipfs/documents.ts'
import type { Tx } from '../../platform/tx.ts'
import { listWalletAddresses } from '../wallet/accounts/list-wallet-addresses.ts'
import { describeBadge, MINT_KIND, mintReference } from './badge-token.ts'
import type { BadgeType } from './definitions/definition.ts'
import { findDefinition } from './definitions/queries.ts'
import { updateMintBegan, updateMintNotBefore } from './queries.ts'

interface MintBadge {
  userId: UserId
  badgeType: BadgeType
  publicUrl: string
  now: Date
}

/** Owes a completed badge to the chain. One that is minted, under way, or told to wait is left alone. */
export async function mintBadge(tx: Tx, { userId, badgeType, publicUrl, now }: MintBadge): Promise<void> {
  if (!(await updateMintBegan(tx, { userId, badgeType, now }))) return
  const [addresses, definition] = await Promise.all([
    listWalletAddresses(tx, [userId]),
    findDefinition(tx, badgeType),
  ])
  assert(definition, `what was completed is a badge, and ${badgeType} is none`)
  const address = addresses.get(userId)
  if (!address) return updateMintNotBefore(tx, { userId, badgeType, notBefore: later(now, MINUTE_MS) })

  const { cid, about, content } = describeBadge(definition, publicUrl)
  await keepDocument(tx, { cid, about, content }, now)
  const reference = mintReference(userId, badgeType)
  const isNew = await enqueueTransaction(tx, {
    reference,
    kind: MINT_KIND,
    contract: AchievementBadge,
    functionName: 'mint',
    args: [referenceHash(reference), address, `ipfs://${cid}`],
  })
  if (!isNew) await retryTransaction(tx, reference)
}
