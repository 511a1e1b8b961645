import type { transactionConfirmed, transactionFailed } from '../../../platform/chain/relayer/events.ts'
import { nextAttemptAt } from '../../../platform/concurrency/backoff.ts'
import { assert } from '../../../platform/errors.ts'
import { log } from '../../../platform/log.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { scheduleMintRetry, updateMinted, updateMintFailed } from '../queries.ts'
import { BADGE_MINT_KIND, parseMintReference } from './badge-token.ts'

/** Stores the token of a minted badge. */
export async function onMintConfirmed(
  tx: Tx,
  { data }: ReturnType<typeof transactionConfirmed>,
): Promise<void> {
  if (data.kind !== BADGE_MINT_KIND) return
  const minted = data.logs.find(
    ({ contract, eventName }) => contract === 'AchievementBadge' && eventName === 'Transfer',
  )
  assert(minted, 'the logs of a mint contain a Transfer')
  const token = { tokenId: String(minted.args.tokenId), contractAddress: minted.address }
  await updateMinted(tx, { ...parseMintReference(data.reference), ...token, now: new Date(data.at) })
}

/** Schedules a retry with growing delays. */
export async function onMintFailed(tx: Tx, { data }: ReturnType<typeof transactionFailed>): Promise<void> {
  if (data.kind !== BADGE_MINT_KIND) return
  const badge = parseMintReference(data.reference)
  const failures = await updateMintFailed(tx, badge)
  if (failures === undefined) return
  await scheduleMintRetry(tx, { ...badge, retryAt: nextAttemptAt(failures, new Date(data.at)) })
  log.warn({ ...badge, failures, reason: data.reason }, 'badges: mint transaction failed')
}
