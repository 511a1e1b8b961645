import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import type { BadgeType } from './definitions/definition.ts'
import { badgeUnlocked } from './events.ts'
import { imageUrl } from './picture.ts'
import { type BadgeMove, updateProgress } from './queries.ts'

/**
 * Moves badges of users, each of whom comes once, by one statement, and tells of each badge that is completed by it, once.
 * Answers all of them that are completed now.
 */
export async function advanceUsers(
  tx: Tx,
  moves: readonly BadgeMove[],
  publicUrl: string,
): Promise<{ userId: UserId; badgeType: BadgeType }[]> {
  const outcome = await updateProgress(tx, moves)
  const momentOf = new Map(moves.map(({ userId, at }) => [userId, at]))
  for (const { userId, badgeType, name, description, pictureKey, isUnlocked } of outcome) {
    if (!isUnlocked) continue
    const picture = imageUrl(publicUrl, { type: badgeType, pictureKey })
    const at = momentOf.get(userId)!
    tx.emit(badgeUnlocked({ userId, badgeType, name, description, imageUrl: picture, at }))
  }
  return outcome
}
