import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { BOTS } from '../../battle-game/public/bot.ts'
import type { Opponent } from '../../battle-game/public/protocol.ts'
import type { BattleRules } from '../../battle-game/public/rules.ts'
import type { Difficulty } from '../../questions/public/question.ts'

/** What `app/` gives to battles. */
export interface BattleDeps {
  platform: Platform
  rules: BattleRules
  /** Gems that may be at stake, each. */
  stakeCap: number
  /** XP that battles give on a day. */
  xpCap: number
  /** What others may see of users, as `profiles/` knows it; whoever is gone is missing. */
  describeUsers: (
    db: Db,
    userIds: UserId[],
  ) => Promise<ReadonlyMap<UserId, { username: string; avatarUrl: string }>>
}

export function botOpponent(publicUrl: string, difficulty: Difficulty): Opponent {
  const { username, rating, pictureId } = BOTS[difficulty]
  return { username, avatarUrl: `${publicUrl}/avatars/${pictureId}.svg`, isBot: true, rating }
}

/** Whoever was deleted meanwhile has no name any more. */
export function personOpponent(
  publicUrl: string,
  user: { username: string; avatarUrl: string } | undefined,
  { userId, rating }: { userId: UserId; rating: number },
): Opponent {
  return {
    username: user?.username ?? 'somebody',
    avatarUrl: user?.avatarUrl ?? `${publicUrl}/avatars/${userId}.svg`,
    isBot: false,
    rating: Math.round(rating),
  }
}
