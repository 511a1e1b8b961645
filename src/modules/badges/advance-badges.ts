import type { Fact } from '../../platform/events.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import type { Tx } from '../../platform/tx.ts'
import { advanceUsers } from './advance-users.ts'
import { CompletedBadges } from './completed-badges.ts'
import type { HeldDefinitions } from './definitions/held-definitions.ts'
import type { HeardData } from './rule-kind.ts'

/**
 * Makes the reaction to every fact that a badge listens to: the badges that it may move are moved by one statement.
 * Those that this process knows to be completed are not asked about.
 */
export function advanceBadges(publicUrl: string, held: HeldDefinitions): NowReaction<HeardData> {
  const completed = new CompletedBadges()

  const move = async (tx: Tx, facts: Fact<HeardData>[]): Promise<void> => {
    const definitions = await held.current(tx)
    const moves = facts
      .map(({ name, data }) => ({
        userId: data.userId,
        at: data.at,
        steps: definitions
          .stepsFor(name, data)
          .filter(({ badgeType }) => !completed.has(data.userId, badgeType)),
      }))
      .filter(({ steps }) => steps.length > 0)
    if (moves.length === 0) return

    const done = await advanceUsers(tx, moves, publicUrl)
    if (done.length === 0) return
    tx.afterCommit(() => {
      for (const { userId, badgeType } of done) completed.add(userId, badgeType)
    })
  }

  const advance: NowReaction<HeardData> = (tx, fact) => move(tx, [fact])

  /** Of different users, so that none needs to see what another has moved: one statement for all of them. */
  advance.together = async (tx, facts) => {
    const users = new Set(facts.map(({ data }) => data.userId))
    if (users.size === facts.length) await move(tx, facts)
    else for (const fact of facts) await advance(tx, fact)
  }
  return advance
}
