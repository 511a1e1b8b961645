import type { Tx } from '../../../platform/tx.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { lockWithAdmin, type OverAccount } from './lock-with-admin.ts'
import { updateSuspendedAt } from './queries.ts'

/** When somebody was suspended, before and after: the same when nothing was left to do. */
interface Suspension {
  before: Date | null
  after: Date | null
}

/** Shuts a user out: every session ends at once, and no way of signing in opens another. */
export async function suspendUser(tx: Tx, over: OverAccount): Promise<Suspension> {
  const { suspendedAt } = await lockWithAdmin(tx, over)
  if (suspendedAt) return { before: suspendedAt, after: suspendedAt }
  await updateSuspendedAt(tx, over.userId, over.now)
  await revokeAllSessions(tx, over.userId, 'suspended', over.now)
  return { before: null, after: over.now }
}

/** Lets a suspended user in again. Sessions that ended stay ended. */
export async function restoreUser(tx: Tx, over: OverAccount): Promise<Suspension> {
  const { suspendedAt } = await lockWithAdmin(tx, over)
  if (suspendedAt) await updateSuspendedAt(tx, over.userId, null)
  return { before: suspendedAt, after: null }
}
