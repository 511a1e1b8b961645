import type { Fact } from '../../platform/events.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import type { Tx } from '../../platform/tx.ts'
import { type BadgeType, type HeardData, imageUrl, stepsFor } from './badge.ts'
import { CompletedBadges } from './completed-badges.ts'
import { badgeUnlocked } from './events.ts'
import { updateProgress } from './queries.ts'

/**
 * Makes the reaction to every fact that a badge listens to: the badges that it may move are moved by one statement,
 * and one that is completed by it is told, once. Those that this process knows to be completed are not asked about.
 */
export function advanceBadges(publicUrl: string): NowReaction<HeardData> {
  const completed = new CompletedBadges()

  const advance: NowReaction<HeardData> = async (tx: Tx, { name, data }: Fact<HeardData>) => {
    const { userId, at } = data
    const steps = stepsFor(name, data).filter(({ badge }) => !completed.has(userId, badge.type))
    if (steps.length === 0) return

    const outcome = await updateProgress(tx, userId, steps, at)
    if (outcome.length === 0) return
    tx.afterCommit(() => {
      for (const { badgeType } of outcome) completed.add(userId, badgeType)
    })
    const isUnlocked = new Set<BadgeType>(
      outcome.filter((each) => each.isUnlocked).map((each) => each.badgeType),
    )
    for (const { badge } of steps) {
      if (!isUnlocked.has(badge.type)) continue
      const { type, name, description } = badge
      const picture = imageUrl(publicUrl, type)
      tx.emit(badgeUnlocked({ userId, badgeType: type, name, description, imageUrl: picture, at }))
    }
  }

  /** Of different users, so that none needs to see what another has moved: all are sent at once. */
  advance.together = async (tx, facts) => {
    const users = new Set(facts.map(({ data }) => data.userId))
    if (users.size === facts.length) await Promise.all(facts.map((fact) => advance(tx, fact)))
    else for (const fact of facts) await advance(tx, fact)
  }
  return advance
}
