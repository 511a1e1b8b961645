import type { UserId } from '../../../platform/ids.ts'
import type { Difficulty } from '../../questions/public/question.ts'
import { BOTS } from './bot.ts'
import type { Opponent } from './protocol.ts'

export function botOpponent(publicUrl: string, difficulty: Difficulty): Opponent {
  const { username, rating, pictureId } = BOTS[difficulty]
  return { username, avatarUrl: `${publicUrl}/avatars/${pictureId}.svg`, isBot: true, rating }
}

/** `user` is undefined if the account was deleted; the opponent then gets a placeholder name. */
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
