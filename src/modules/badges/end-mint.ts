import type { transactionConfirmed, transactionFailed } from '../../platform/chain/relayer/events.ts'
import { now } from '../../platform/clock.ts'
import { assert } from '../../platform/errors.ts'
import { log } from '../../platform/log.ts'
import { nextTry } from '../../platform/next-try.ts'
import type { Tx } from '../../platform/tx.ts'
import { badgeIn, MINT_KIND } from './badge-token.ts'
import { updateMinted, updateMintFailed, updateMintNotBefore } from './queries.ts'

/** A badge is on the chain: from now on its progress says where. */
export async function confirmMint(tx: Tx, { data }: ReturnType<typeof transactionConfirmed>): Promise<void> {
  if (data.kind !== MINT_KIND) return
  const minted = data.logs.find(
    ({ contract, eventName }) => contract === 'AchievementBadge' && eventName === 'Transfer',
  )
  assert(minted, 'a mint has a Transfer among its logs')
  const place = { tokenId: String(minted.args.tokenId), contractAddress: minted.address }
  await updateMinted(tx, { ...badgeIn(data.reference), ...place, now: now() })
}

/** It is tried again, later and later. */
export async function failMint(tx: Tx, { data }: ReturnType<typeof transactionFailed>): Promise<void> {
  if (data.kind !== MINT_KIND) return
  const badge = badgeIn(data.reference)
  const failures = await updateMintFailed(tx, badge)
  if (failures === undefined) return
  await updateMintNotBefore(tx, { ...badge, notBefore: nextTry(failures, now()) })
  log.warn({ ...badge, failures, reason: data.reason }, 'badges: a mint failed')
}
