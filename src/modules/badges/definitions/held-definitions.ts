import { nowMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Fact } from '../../../platform/events.ts'
import type { Live } from '../../../platform/live/live.ts'
import { log } from '../../../platform/log.ts'
import type { NowReaction } from '../../../platform/reactions.ts'
import { type HeardData, type RuleKind, type Step, stepsOfKinds } from '../rule-kind.ts'
import type { BadgeType, Definition } from './definition.ts'
import { listShownDefinitions } from './queries.ts'

const CHANNEL = 'badges.badge_changed'
/** When they are looked at again, in case the message was lost. */
const FRESH_MS = 10_000
/** What is older is used by nobody. Counting back waits for longer than this, see `../history/count-back.ts`. */
const TRUSTED_MS = 30_000

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
 * The badges in the memory of this process: every lesson asks for them, and hardly anybody changes them. They are
 * dropped when a live message says that one changed. What they are used for is only which badges a fact may move; what
 * moves is decided by the statement that moves it, from the table.
 */
export class HeldDefinitions {
  readonly #live: Live
  #held: Definitions | undefined
  #readAt = 0
  #isReading = false
  #changes = 0
  #isSubscribed = false

  constructor(live: Live) {
    this.#live = live
  }

  /**
   * At once when they were read a moment ago, which is nearly always. Otherwise they are read by the connection of whoever
   * asks: a transaction that waited for another connection could wait for ever.
   */
  current(asker: Db): Definitions | Promise<Definitions> {
    this.#subscribe()
    const age = nowMs() - this.#readAt
    if (this.#held && (age < FRESH_MS || (this.#isReading && age < TRUSTED_MS))) return this.#held
    return this.#read(asker)
  }

  drop(): void {
    this.#changes++
    this.#held = undefined
  }

  async #read(asker: Db): Promise<Definitions> {
    const changes = this.#changes
    const startedAt = nowMs()
    this.#isReading = true
    try {
      const definitions = new Definitions(await listShownDefinitions(asker))
      // What was read may be of before the change.
      if (changes === this.#changes) {
        this.#held = definitions
        this.#readAt = startedAt
      }
      return definitions
    } finally {
      this.#isReading = false
    }
  }

  #subscribe(): void {
    if (this.#isSubscribed) return
    this.#isSubscribed = true
    this.#live
      .subscribe(CHANNEL, () => this.drop())
      .catch((fault) => {
        this.#isSubscribed = false
        log.warn({ fault: String(fault) }, 'badges: changes are not heard')
      })
  }
}

const heldBy = new WeakMap<Live, HeldDefinitions>()

/** Those of this process. */
export function heldDefinitions(live: Live): HeldDefinitions {
  const known = heldBy.get(live)
  if (known) return known
  const made = new HeldDefinitions(live)
  heldBy.set(live, made)
  return made
}

/** Makes the reaction to a change: every process that holds badges is told, this one first. */
export function announceBadges(live: Live): NowReaction<object> {
  return async (tx, _: Fact<object>) => {
    tx.afterCommit(() => {
      heldDefinitions(live).drop()
      live.publish(CHANNEL, {})
    })
  }
}
