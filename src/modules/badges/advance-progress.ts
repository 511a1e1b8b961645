import type { BadgeType } from '../../events/badges.ts'
import { badgeUnlocked } from '../../events/badges.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { badgeImageUrl } from './public/badge-image.ts'
import { type ProgressUpdate, updateProgress, updateProgressOfUser } from './queries.ts'

/**
 * Applies progress of users, each listed once, in one statement. Emits `badge_unlocked` for each badge that this call
 * completes. Returns all completed badges among the updated ones.
 */
export async function advanceProgress(
  tx: Tx,
  updates: readonly ProgressUpdate[],
  publicUrl: string,
): Promise<{ userId: UserId; badgeType: BadgeType }[]> {
  const completed =
    updates.length === 1 ? await updateProgressOfUser(tx, updates[0]!) : await updateProgress(tx, updates)
  const timeOf = new Map(updates.map(({ userId, at }) => [userId, at]))
  for (const { userId, badgeType, name, description, pictureKey, isUnlocked } of completed) {
    if (!isUnlocked) continue
    const image = badgeImageUrl(publicUrl, { type: badgeType, pictureKey })
    const at = timeOf.get(userId)!
    tx.emit(badgeUnlocked({ userId, badgeType, name, description, imageUrl: image, at }))
  }
  return completed
}
