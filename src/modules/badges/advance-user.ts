import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import type { BadgeType } from './definitions/definition.ts'
import type { BadgeStep } from './definitions/held-definitions.ts'
import { badgeUnlocked } from './events.ts'
import { imageUrl } from './picture.ts'
import { updateProgress } from './queries.ts'

interface AdvanceUser {
  userId: UserId
  steps: BadgeStep[]
  at: string
  publicUrl: string
}

/**
 * Moves badges of a user by one statement, and tells of each that is completed by it, once. Answers all of them that are
 * completed now.
 */
export async function advanceUser(
  tx: Tx,
  { userId, steps, at, publicUrl }: AdvanceUser,
): Promise<BadgeType[]> {
  const outcome = await updateProgress(tx, userId, steps, at)
  for (const { badgeType, name, description, pictureKey, isUnlocked } of outcome) {
    if (!isUnlocked) continue
    const picture = imageUrl(publicUrl, { type: badgeType, pictureKey })
    tx.emit(badgeUnlocked({ userId, badgeType, name, description, imageUrl: picture, at }))
  }
  return outcome.map(({ badgeType }) => badgeType)
}
