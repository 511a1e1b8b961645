import { describe, expect, test } from 'bun:test'
import type { UserId } from '../../platform/ids.ts'
import { stepsForEvent } from './badge-rules.ts'

const userId = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' as UserId
const NOON = '2026-11-02T12:00:00.000Z'

function advancedBadges(eventName: string, data: Record<string, unknown>) {
  return Object.fromEntries(
    stepsForEvent(eventName, { userId, at: NOON, ...data }).map(({ kind, step }) => [kind, step]),
  )
}

describe('stepsForEvent', () => {
  const lesson = { lessonId: 'lesson', timeZone: 'UTC', verifiedScore: null }

  test('a lesson by day without a perfect score counts only as a lesson', () => {
    const expected = { LESSONS_COMPLETED: { items: ['lesson'] } }
    expect(advancedBadges('progress.lesson_completed', lesson)).toEqual(expected)
    expect(advancedBadges('progress.lesson_completed', { ...lesson, verifiedScore: 99 })).toEqual(expected)
  })

  test('a lesson with every answer right counts as perfect', () => {
    expect(advancedBadges('progress.lesson_completed', { ...lesson, verifiedScore: 100 })).toEqual({
      LESSONS_COMPLETED: { items: ['lesson'] },
      PERFECT_LESSONS: { items: ['lesson'] },
    })
  })

  test('a lesson at night counts for its night', () => {
    expect(
      advancedBadges('progress.lesson_completed', { ...lesson, at: '2026-11-02T23:30:00.000Z' }),
    ).toEqual({
      LESSONS_COMPLETED: { items: ['lesson'] },
      NIGHTS_LEARNED: { items: ['2026-11-02'] },
    })
  })

  test('a lesson that arrives late counts for its night in the time zone of then', () => {
    const late = { ...lesson, occurredAt: '2026-11-01T20:30:00.000Z', occurredInTimeZone: 'Africa/Nairobi' }
    expect(advancedBadges('progress.lesson_completed', late)).toEqual({
      LESSONS_COMPLETED: { items: ['lesson'] },
      NIGHTS_LEARNED: { items: ['2026-11-01'] },
    })
  })

  test('a correct answer counts and a wrong one does not', () => {
    expect(advancedBadges('progress.question_answered', { isCorrect: true, questionId: 'q' })).toEqual({
      QUESTIONS_RIGHT: { items: ['q'] },
    })
    expect(advancedBadges('progress.question_answered', { isCorrect: false, questionId: 'q' })).toEqual({})
  })

  test('a course counts, and also its path if it was the last course', () => {
    expect(advancedBadges('progress.course_completed', { courseId: 'c', pathIds: [] })).toEqual({
      COURSES_COMPLETED: { items: ['c'] },
    })
    expect(advancedBadges('progress.course_completed', { courseId: 'c', pathIds: ['p', 'r'] })).toEqual({
      COURSES_COMPLETED: { items: ['c'] },
      PATHS_COMPLETED: { items: ['p', 'r'] },
    })
  })

  test('a streak sets the value to its current days', () => {
    expect(advancedBadges('streaks.streak_extended', { currentDays: 4 })).toEqual({
      STREAK_DAYS: { value: 4 },
    })
  })

  test('passed projects, won battles, won contests and qualified referrals count', () => {
    expect(advancedBadges('capstones.project_passed', { projectId: 'x' })).toEqual({
      PROJECTS_PASSED: { items: ['x'] },
    })
    expect(advancedBadges('battles.battle_won', { roomId: 'x' })).toEqual({ BATTLES_WON: { items: ['x'] } })
    expect(advancedBadges('contests.contest_won', { contestId: 'x' })).toEqual({
      CONTESTS_WON: { items: ['x'] },
    })
    expect(advancedBadges('referrals.referral_qualified', { invitedUserId: 'x' })).toEqual({
      REFERRALS_QUALIFIED: { items: ['x'] },
    })
  })

  test('an event without a rule has no step', () => {
    expect(advancedBadges('accounts.user_registered', {})).toEqual({})
  })
})
