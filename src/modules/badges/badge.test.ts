import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UserId } from '../../platform/ids.ts'
import { BADGE_TYPES, BADGES, imageName, imageUrl, isNearCompletion, percentage, stepsFor } from './badge.ts'
import { badgeUnlocked } from './events.ts'
import { nightOf } from './night.ts'
import { unlockedBadgesIn } from './unlocked-badges.ts'

const userId = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' as UserId
const NOON = '2026-11-02T12:00:00.000Z'

function moved(factName: string, data: Record<string, unknown>) {
  return Object.fromEntries(
    stepsFor(factName, { userId, at: NOON, ...data }).map(({ badge, step }) => [badge.type, step]),
  )
}

describe('what a fact moves', () => {
  const lesson = { lessonId: 'lesson', timeZone: 'UTC', verifiedScore: null }

  test('a lesson by day without a perfect score is a first step and nothing else', () => {
    const expected = { FIRST_STEPS: { marks: ['lesson'] } }
    expect(moved('learning.lesson_completed', lesson)).toEqual(expected)
    expect(moved('learning.lesson_completed', { ...lesson, verifiedScore: 99 })).toEqual(expected)
  })

  test('a lesson with every answer right counts as perfect', () => {
    expect(moved('learning.lesson_completed', { ...lesson, verifiedScore: 100 })).toEqual({
      FIRST_STEPS: { marks: ['lesson'] },
      PERFECT_SCORE: { marks: ['lesson'] },
    })
  })

  test('a lesson at night counts for its night', () => {
    expect(moved('learning.lesson_completed', { ...lesson, at: '2026-11-02T23:30:00.000Z' })).toEqual({
      FIRST_STEPS: { marks: ['lesson'] },
      NIGHT_OWL: { marks: ['2026-11-02'] },
    })
  })

  test('a right answer counts and a wrong one moves nothing', () => {
    expect(moved('learning.question_answered', { isCorrect: true, questionId: 'q' })).toEqual({
      QUIZ_MASTER: { marks: ['q'] },
    })
    expect(moved('learning.question_answered', { isCorrect: false, questionId: 'q' })).toEqual({})
  })

  test('a course counts, and a path when it was the last course of it', () => {
    expect(moved('learning.course_completed', { courseId: 'c', pathIds: [] })).toEqual({
      COURSE_EXPLORER: { marks: ['c'] },
    })
    expect(moved('learning.course_completed', { courseId: 'c', pathIds: ['p', 'r'] })).toEqual({
      COURSE_EXPLORER: { marks: ['c'] },
      PATHFINDER: { marks: ['p', 'r'] },
    })
  })

  test('a streak is what it is', () => {
    expect(moved('rewards.streak_extended', { currentDays: 4 })).toEqual({
      SEVEN_DAY_STREAK: { value: 4 },
      THIRTY_DAY_STREAK: { value: 4 },
    })
  })

  test('projects, battles, contests and invitations count when somebody tells of them', () => {
    expect(moved('capstones.project_passed', { projectId: 'x' })).toEqual({
      PROJECT_BUILDER: { marks: ['x'] },
    })
    expect(moved('battles.battle_won', { roomId: 'x' })).toEqual({ BATTLE_CHAMPION: { marks: ['x'] } })
    expect(moved('contests.contest_won', { contestId: 'x' })).toEqual({ CONTEST_WINNER: { marks: ['x'] } })
    expect(moved('referrals.referral_qualified', { invitedUserId: 'x' })).toEqual({
      SOCIAL_BUTTERFLY: { marks: ['x'] },
    })
  })

  test('a fact that no badge listens to moves nothing', () => {
    expect(moved('identity.user_registered', {})).toEqual({})
  })
})

describe('a night', () => {
  test('is from ten in the evening until four, by the clock of the user', () => {
    const nights = {
      '2026-11-02T18:59:59.999Z': undefined,
      '2026-11-02T19:00:00.000Z': '2026-11-02',
      '2026-11-02T20:59:59.999Z': '2026-11-02',
      '2026-11-02T21:00:00.000Z': '2026-11-02',
      '2026-11-03T00:59:59.999Z': '2026-11-02',
      '2026-11-03T01:00:00.000Z': undefined,
    }
    for (const [at, night] of Object.entries(nights))
      expect([at, nightOf(new Date(at), 'Africa/Nairobi')]).toEqual([at, night as never])
  })

  test('that goes over midnight belongs to one day, also at the end of a month and of a year', () => {
    expect(nightOf(new Date('2027-01-01T03:59:00Z'), 'UTC')).toBe('2026-12-31')
    expect(nightOf(new Date('2028-03-01T00:00:00Z'), 'UTC')).toBe('2028-02-29')
    expect(nightOf(new Date('2026-12-31T22:00:00Z'), 'UTC')).toBe('2026-12-31')
  })

  test('is one night also when the clocks are changed in it', () => {
    const zone = 'America/New_York'
    // Two o'clock comes twice in the night to 1 November 2026, and not at all in the one to 8 March 2026.
    for (const at of [
      '2026-11-01T03:00:00Z',
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
      '2026-11-01T08:30:00Z',
    ])
      expect(nightOf(new Date(at), zone)).toBe('2026-10-31')
    expect(nightOf(new Date('2026-03-08T07:30:00Z'), zone)).toBe('2026-03-07')
    expect(nightOf(new Date('2026-03-08T08:00:00Z'), zone)).toBeUndefined()
  })
})

describe('how far', () => {
  test('is in whole per cent, rounded down', () => {
    expect([
      percentage(0, 3),
      percentage(1, 3),
      percentage(2, 3),
      percentage(3, 3),
      percentage(9, 3),
    ]).toEqual([0, 33, 66, 100, 100])
    expect(percentage(999, 1000)).toBe(99)
  })

  test('near is from 90 per cent on, and not when it is reached', () => {
    expect(isNearCompletion(89, 100)).toBe(false)
    expect(isNearCompletion(90, 100)).toBe(true)
    expect(isNearCompletion(99, 100)).toBe(true)
    expect(isNearCompletion(100, 100)).toBe(false)
    expect(isNearCompletion(899, 1000)).toBe(false)
    expect(isNearCompletion(9, 10)).toBe(true)
  })
})

test('there are the twelve badges, each with words and a goal of its own', () => {
  expect([...BADGE_TYPES].sort()).toEqual([
    'BATTLE_CHAMPION',
    'CONTEST_WINNER',
    'COURSE_EXPLORER',
    'FIRST_STEPS',
    'NIGHT_OWL',
    'PATHFINDER',
    'PERFECT_SCORE',
    'PROJECT_BUILDER',
    'QUIZ_MASTER',
    'SEVEN_DAY_STREAK',
    'SOCIAL_BUTTERFLY',
    'THIRTY_DAY_STREAK',
  ])
  expect(new Set(BADGES.map(({ name }) => name)).size).toBe(12)
  for (const badge of BADGES) {
    expect(badge.description).toMatch(/^[A-Z].+\.$/)
    expect(badge.requiredProgress).toBeGreaterThan(0)
  }
})

test('every badge has a small picture of its own, drawn without anything from elsewhere', () => {
  const pictures = BADGE_TYPES.map((type) =>
    readFileSync(join(import.meta.dir, 'images', imageName(type)), 'utf8'),
  )
  expect(new Set(pictures).size).toBe(12)
  for (const [index, picture] of pictures.entries()) {
    expect(picture).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128"')
    expect(picture).toContain(`<title>${BADGES[index]!.name}</title>`)
    expect(picture).not.toMatch(/<script|<style|style=|href|<image|NaN/)
    expect(picture.length).toBeLessThan(3_000)
  }
  expect(imageUrl('https://l.example', 'SEVEN_DAY_STREAK')).toBe(
    'https://l.example/badges/seven-day-streak.svg',
  )
})

test('an answer shows the badges that its own transaction unlocked, in their order', () => {
  const about = { userId, name: 'N', description: 'D.', imageUrl: 'https://l.example/x.svg', at: NOON }
  const facts = [
    { id: 'x' as never, name: 'learning.lesson_completed', data: {} },
    badgeUnlocked({ ...about, badgeType: 'FIRST_STEPS' }),
    badgeUnlocked({ ...about, badgeType: 'NIGHT_OWL' }),
  ]
  const shown = { name: 'N', description: 'D.', imageUrl: 'https://l.example/x.svg' }
  expect(unlockedBadgesIn(facts)).toEqual([
    { badgeType: 'FIRST_STEPS', ...shown },
    { badgeType: 'NIGHT_OWL', ...shown },
  ])
  expect(unlockedBadgesIn([facts[0]!])).toEqual([])
})
