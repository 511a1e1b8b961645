import type { BadgeDefinition } from './public/badge-definition.ts'
import type { BadgeProgressRow } from './queries.ts'

/** Whole per cent, rounded down: 100 is a badge that is there. */
export function percentage(current: number, required: number): number {
  return Math.min(100, Math.floor((100 * current) / required))
}

const NEAR_PERCENT = 90

export function isNearCompletion(current: number, required: number): boolean {
  return current < required && percentage(current, required) >= NEAR_PERCENT
}

/** How far somebody has come with a badge. */
export interface BadgeProgress {
  badge: BadgeDefinition
  row: BadgeProgressRow | undefined
  isCompleted: boolean
  currentProgress: number
  progressPercentage: number
}

/**
 * How far somebody has come with every badge that they may see: all that can be earned, with or without a row, and what
 * they have for good. Who has a badge has all of it, whatever it takes today; who has enough of one that takes less since
 * a moment ago has almost all.
 */
export function badgeProgressFor(
  badges: readonly BadgeDefinition[],
  rows: BadgeProgressRow[],
): BadgeProgress[] {
  const rowOf = new Map(rows.map((row) => [row.badgeType, row]))
  return badges.flatMap((badge) => {
    const row = rowOf.get(badge.type)
    const isCompleted = Boolean(row?.completedAt)
    if (badge.status !== 'PUBLISHED' && !isCompleted) return []
    const { requiredProgress } = badge
    const current = row?.currentProgress ?? 0
    const currentProgress = isCompleted ? requiredProgress : Math.min(current, requiredProgress)
    const progressPercentage = isCompleted ? 100 : Math.min(99, percentage(current, requiredProgress))
    return [{ badge, row, isCompleted, currentProgress, progressPercentage }]
  })
}
