import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newToken, type UserId } from '../../../platform/ids.ts'
import { sha256 } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

/** A change of credentials that the owner of the mailbox can undo with a link for a day. */
export type UndoableChange = 'two_factor_enabled' | 'two_factor_disabled' | 'wallet_pin_set'

const LIFETIME_MS = DAY_MS

interface NewUndoLink {
  userId: UserId
  change: UndoableChange
  /** What undoing the change needs; secrets in it are sealed. */
  state?: Record<string, unknown>
  publicUrl: string
  now: Date
}

/** Returns the address of the page that undoes the change. Only the digest of its token is stored. */
export async function issueUndoLink(
  tx: Tx,
  { userId, change, state, publicUrl, now }: NewUndoLink,
): Promise<string> {
  const token = newToken()
  await tx`
    insert into undo_link (digest, user_id, change, state, changed_at, expires_at)
    values (${sha256(token)}, ${userId}, ${change}, ${state ?? null}::jsonb, ${now}, ${addMs(now, LIFETIME_MS)})`
  return `${publicUrl}/undo/${token}`
}

export interface UndoLink {
  userId: UserId
  change: UndoableChange
  state: Record<string, unknown> | null
  changedAt: Date
  isUsable: boolean
}

export async function findUndoLink(db: Db, token: string, now: Date): Promise<UndoLink | undefined> {
  const [link] = await db<UndoLink>`
    select user_id as "userId", change, state, changed_at as "changedAt",
      used_at is null and expires_at > ${now} as "isUsable"
    from undo_link where digest = ${sha256(token)}`
  return link
}

/** Returns whether the link was usable. One of several concurrent calls gets true. The caller locks the account first. */
export async function consumeUndoLink(tx: Tx, token: string, now: Date): Promise<boolean> {
  const rows = await tx`
    update undo_link set used_at = ${now}
    where digest = ${sha256(token)} and used_at is null and expires_at > ${now} returning 1`
  return rows.length > 0
}

/** Earlier changes can no longer be undone: the account has another owner, or was reset by an operator. */
export async function deleteUndoLinks(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from undo_link where user_id = ${userId}`
}
