import { describe, expect, test } from 'bun:test'
import { badgeProgressFor, isNearCompletion, percentage } from './badge-progress.ts'
import type { BadgeDefinition, BadgeStatus } from './public/badge-definition.ts'
import type { BadgeProgressRow } from './queries.ts'

describe('percentage', () => {
  test('the percentage is whole and rounded down', () => {
    expect([
      percentage(0, 3),
      percentage(1, 3),
      percentage(2, 3),
      percentage(3, 3),
      percentage(9, 3),
    ]).toEqual([0, 33, 66, 100, 100])
    expect(percentage(999, 1000)).toBe(99)
  })

  test('a badge is near completion from 90 per cent until it is completed', () => {
    expect(isNearCompletion(89, 100)).toBe(false)
    expect(isNearCompletion(90, 100)).toBe(true)
    expect(isNearCompletion(99, 100)).toBe(true)
    expect(isNearCompletion(100, 100)).toBe(false)
    expect(isNearCompletion(899, 1000)).toBe(false)
    expect(isNearCompletion(9, 10)).toBe(true)
  })
})

describe('badgeProgressFor', () => {
  const badge = (type: string, status: BadgeStatus, requiredProgress = 4): BadgeDefinition => ({
    type,
    status,
    requiredProgress,
    origin: 'ADMIN',
    packId: null,
    name: type,
    description: 'D.',
    ruleKind: 'LESSONS_COMPLETED',
    pictureKey: null,
    version: 1,
    createdAt: new Date(0),
    updatedAt: new Date(0),
  })
  const row = (badgeType: string, currentProgress: number, isCompleted = false): BadgeProgressRow => ({
    badgeType,
    currentProgress,
    completedAt: isCompleted ? new Date(0) : null,
    tokenId: null,
    contractAddress: null,
    mintedAt: null,
  })
  const seen = (badges: BadgeDefinition[], rows: BadgeProgressRow[]) =>
    badgeProgressFor(badges, rows).map((each) => [
      each.badge.type,
      each.isCompleted,
      each.currentProgress,
      each.progressPercentage,
    ])

  test('a user sees published badges and own completed badges in display order', () => {
    const badges = [
      badge('A', 'ARCHIVED'),
      badge('B', 'PUBLISHED'),
      badge('C', 'ARCHIVED'),
      badge('D', 'DRAFT'),
    ]
    expect(seen(badges, [row('C', 4, true), row('A', 3)])).toEqual([
      ['B', false, 0, 0],
      ['C', true, 4, 100],
    ])
  })

  test('a completed badge is at 100 per cent after the requirement changed', () => {
    const has = [row('A', 4, true)]
    expect(seen([badge('A', 'PUBLISHED', 9)], has)).toEqual([['A', true, 9, 100]])
    expect(seen([badge('A', 'PUBLISHED', 2)], has)).toEqual([['A', true, 2, 100]])
  })

  test('a badge with a lowered requirement is at 99 per cent until the backfill', () => {
    expect(seen([badge('A', 'PUBLISHED', 2)], [row('A', 3)])).toEqual([['A', false, 2, 99]])
  })
})
