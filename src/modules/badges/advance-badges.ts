import type { Fact } from '../../platform/events.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import type { Tx } from '../../platform/tx.ts'
import { type BadgeType, type HeardData, imageUrl, stepsFor } from './badge.ts'
import { CompletedBadges } from './completed-badges.ts'
import { badgeUnlocked } from './events.ts'
import { type BadgeMove, updateProgress } from './queries.ts'

/**
 * Makes the reaction to every fact that a badge listens to: the badges that it may move are moved by one statement,
 * and one that is completed by it is told, once. Those that this process knows to be completed are not asked about.
 */
export function advanceBadges(publicUrl: string): NowReaction<HeardData> {
  const completed = new CompletedBadges()

  const stepsOf = ({ name, data }: Fact<HeardData>): BadgeMove => ({
    userId: data.userId,
    at: data.at,
    steps: stepsFor(name, data).filter(({ badge }) => !completed.has(data.userId, badge.type)),
  })

  const move = async (tx: Tx, given: BadgeMove[]): Promise<void> => {
    const moves = given.filter(({ steps }) => steps.length > 0)
    if (moves.length === 0) return
    const outcome = await updateProgress(tx, moves)
    if (outcome.length === 0) return
    tx.afterCommit(() => {
      for (const { userId, badgeType } of outcome) completed.add(userId, badgeType)
    })
    for (const { userId, at, steps } of moves) {
      const isUnlocked = new Set<BadgeType>(
        outcome.filter((each) => each.isUnlocked && each.userId === userId).map((each) => each.badgeType),
      )
      for (const { badge } of steps) {
        if (!isUnlocked.has(badge.type)) continue
        const { type, name, description } = badge
        const picture = imageUrl(publicUrl, type)
        tx.emit(badgeUnlocked({ userId, badgeType: type, name, description, imageUrl: picture, at }))
      }
    }
  }

  const advance: NowReaction<HeardData> = (tx: Tx, fact: Fact<HeardData>) => move(tx, [stepsOf(fact)])

  /** Of different users, so that none needs to see what another has moved: one statement for all of them. */
  advance.together = async (tx, facts) => {
    const users = new Set(facts.map(({ data }) => data.userId))
    if (users.size === facts.length) await move(tx, facts.map(stepsOf))
    else for (const fact of facts) await advance(tx, fact)
  }
  return advance
}
