import type { BadgeType } from '../../events/badges.ts'
import { defineSharedCache, type SharedCache } from '../../platform/cache/shared-cache.ts'
import type { Db } from '../../platform/db/database.ts'
import { type BadgeEvent, type ProgressStep, type RuleKind, stepsForEvent } from './badge-rules.ts'
import { listShownDefinitions } from './definition-queries.ts'
import type { BadgeDefinition } from './public/badge-definition.ts'

/** The progress that an event may make towards a badge. */
export interface BadgeStep {
  badgeType: BadgeType
  step: ProgressStep
}

/** A snapshot of all published and archived badges. */
export class BadgeSet {
  /** In display order, with archived badges. */
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
 * The badges in this process's memory. Every lesson reads them and they change rarely. The cache only selects the badges
 * that an event may advance; the update statement decides from the table. A miss reads with the caller's connection,
 * because a transaction that waits for a second connection could deadlock with the pool.
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
