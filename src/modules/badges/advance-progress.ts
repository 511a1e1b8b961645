import { badgeUnlocked } from '../../events/badges.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { BadgeType } from './public/badge-definition.ts'
import { badgeImageUrl } from './public/badge-image.ts'
import { type ProgressUpdate, updateProgress } from './queries.ts'

/**
 * Moves badges of users, each of whom comes once, by one statement, and tells of each badge that is completed by it, once.
 * Answers all of them that are completed now.
 */
export async function advanceProgress(
  tx: Tx,
  updates: readonly ProgressUpdate[],
  publicUrl: string,
): Promise<{ userId: UserId; badgeType: BadgeType }[]> {
  const outcome = await updateProgress(tx, updates)
  const momentOf = new Map(updates.map(({ userId, at }) => [userId, at]))
  for (const { userId, badgeType, name, description, pictureKey, isUnlocked } of outcome) {
    if (!isUnlocked) continue
    const image = badgeImageUrl(publicUrl, { type: badgeType, pictureKey })
    const at = momentOf.get(userId)!
    tx.emit(badgeUnlocked({ userId, badgeType, name, description, imageUrl: image, at }))
  }
  return outcome
}
