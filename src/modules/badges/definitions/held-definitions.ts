import type { Db } from '../../../platform/db/database.ts'
import { type Held, heldInProcesses } from '../../../platform/live/held.ts'
import { type HeardData, type RuleKind, type Step, stepsOfKinds } from '../rule-kind.ts'
import type { BadgeType, Definition } from './definition.ts'
import { listShownDefinitions } from './queries.ts'

/** A badge that a fact may move, and how. */
export interface BadgeStep {
  badgeType: BadgeType
  step: Step
}

/** All badges that were ever published, as they were at one moment. */
export class Definitions {
  /** In the order in which they are shown; archived ones among them. */
  readonly all: readonly Definition[]
  readonly #published: ReadonlyMap<RuleKind, Definition[]>

  constructor(all: readonly Definition[]) {
    this.all = all
    this.#published = Map.groupBy(
      all.filter(({ status }) => status === 'PUBLISHED'),
      ({ ruleKind }) => ruleKind,
    )
  }

  stepsFor(factName: string, data: HeardData): BadgeStep[] {
    return stepsOfKinds(factName, data).flatMap(({ kind, step }) =>
      (this.#published.get(kind) ?? []).map(({ type }) => ({ badgeType: type, step })),
    )
  }
}

/**
 * The badges in the memory of this process: every lesson asks for them, and hardly anybody changes them. What they are
 * used for is only which badges a fact may move; what moves is decided by the statement that moves it, from the table.
 * They are read by the connection of whoever asks: a transaction that waited for another connection could wait for ever.
 */
export type HeldDefinitions = Held<Definitions, Db>

const definitions = heldInProcesses<Definitions, Db>({
  channel: 'badges.badge_changed',
  freshMs: 10_000,
  // What is older is used by nobody. Counting back waits for longer than this, see `edit-definition.ts`.
  trustedMs: 30_000,
  read: async (asker) => new Definitions(await listShownDefinitions(asker)),
})

export const heldDefinitions = definitions.of
export const announceBadges = definitions.announce
