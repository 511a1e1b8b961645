import { defineSharedCache, type SharedCache } from '../../platform/cache/shared-cache.ts'
import type { Db } from '../../platform/db/database.ts'
import { type BadgeEvent, type ProgressStep, type RuleKind, stepsForEvent } from './badge-rules.ts'
import { listShownDefinitions } from './definition-queries.ts'
import type { BadgeDefinition, BadgeType } from './public/badge-definition.ts'

/** A badge that a fact may move, and how. */
export interface BadgeStep {
  badgeType: BadgeType
  step: ProgressStep
}

/** All badges that were ever published, as they were at one moment. */
export class BadgeSet {
  /** In the order in which they are shown; archived ones among them. */
  readonly all: readonly BadgeDefinition[]
  readonly #published: ReadonlyMap<RuleKind, BadgeDefinition[]>

  constructor(all: readonly BadgeDefinition[]) {
    this.all = all
    this.#published = Map.groupBy(
      all.filter(({ status }) => status === 'PUBLISHED'),
      ({ ruleKind }) => ruleKind,
    )
  }

  stepsFor(eventName: string, data: BadgeEvent): BadgeStep[] {
    return stepsForEvent(eventName, data).flatMap(({ kind, step }) =>
      (this.#published.get(kind) ?? []).map(({ type }) => ({ badgeType: type, step })),
    )
  }
}

/**
 * The badges in the memory of this process: every lesson asks for them, and hardly anybody changes them. What they are
 * used for is only which badges a fact may move; what moves is decided by the statement that moves it, from the table.
 * They are read by the connection of whoever asks: a transaction that waited for another connection could wait for ever.
 */
export type BadgeDefinitionCache = SharedCache<BadgeSet, Db>

const sharedCache = defineSharedCache<BadgeSet, Db>({
  channel: 'badges.badge_changed',
  ttlMs: 10_000,
  // Older copies are never used. The second backfill waits longer than this, see `edit-badge-definition.ts`.
  staleWhileReloadMs: 30_000,
  read: async (db) => new BadgeSet(await listShownDefinitions(db)),
})

export const badgeDefinitionCache = sharedCache.of
export const invalidateBadgeDefinitions = sharedCache.invalidateOnEvent
