import type { BadgeDefinition } from './public/badge-definition.ts'
import type { BadgeProgressRow } from './queries.ts'

/** Whole per cent, rounded down. */
export function percentage(current: number, required: number): number {
  return Math.min(100, Math.floor((100 * current) / required))
}

const NEAR_PERCENT = 90

export function isNearCompletion(current: number, required: number): boolean {
  return current < required && percentage(current, required) >= NEAR_PERCENT
}

export interface BadgeProgress {
  badge: BadgeDefinition
  row: BadgeProgressRow | undefined
  isCompleted: boolean
  currentProgress: number
  progressPercentage: number
}

/**
 * Returns the progress of a user for every published badge and every badge that the user completed. A completed badge is
 * at 100 %, whatever it requires now. A badge that is not completed shows at most 99 %, also if the requirement was just
 * lowered and the backfill has not run.
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
