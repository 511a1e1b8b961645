import type { Fact } from '../../platform/events.ts'
import type { NowReaction } from '../../platform/reactions.ts'
import type { Tx } from '../../platform/tx.ts'
import { advanceUser } from './advance-user.ts'
import { CompletedBadges } from './completed-badges.ts'
import type { HeldDefinitions } from './definitions/held-definitions.ts'
import type { HeardData } from './rule-kind.ts'

/**
 * Makes the reaction to every fact that a badge listens to: the badges that it may move are moved by one statement.
 * Those that this process knows to be completed are not asked about.
 */
export function advanceBadges(publicUrl: string, held: HeldDefinitions): NowReaction<HeardData> {
  const completed = new CompletedBadges()

  const advance: NowReaction<HeardData> = async (tx: Tx, { name, data }: Fact<HeardData>) => {
    const { userId, at } = data
    const definitions = await held.current(tx)
    const steps = definitions
      .stepsFor(name, data)
      .filter(({ badgeType }) => !completed.has(userId, badgeType))
    if (steps.length === 0) return

    const badgeTypes = await advanceUser(tx, { userId, steps, at, publicUrl })
    if (badgeTypes.length === 0) return
    tx.afterCommit(() => {
      for (const badgeType of badgeTypes) completed.add(userId, badgeType)
    })
  }

  /** Of different users, so that none needs to see what another has moved: all are sent at once. */
  advance.together = async (tx, facts) => {
    const users = new Set(facts.map(({ data }) => data.userId))
    if (users.size === facts.length) await Promise.all(facts.map((fact) => advance(tx, fact)))
    else for (const fact of facts) await advance(tx, fact)
  }
  return advance
}
