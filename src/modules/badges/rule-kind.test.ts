import { describe, expect, test } from 'bun:test'
import type { UserId } from '../../platform/ids.ts'
import { stepsOfKinds } from './rule-kind.ts'

const userId = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d' as UserId
const NOON = '2026-11-02T12:00:00.000Z'

function moved(factName: string, data: Record<string, unknown>) {
  return Object.fromEntries(
    stepsOfKinds(factName, { userId, at: NOON, ...data }).map(({ kind, step }) => [kind, step]),
  )
}

describe('what a fact moves', () => {
  const lesson = { lessonId: 'lesson', timeZone: 'UTC', verifiedScore: null }

  test('a lesson by day without a perfect score is a lesson and nothing else', () => {
    const expected = { LESSONS_COMPLETED: { marks: ['lesson'] } }
    expect(moved('learning.lesson_completed', lesson)).toEqual(expected)
    expect(moved('learning.lesson_completed', { ...lesson, verifiedScore: 99 })).toEqual(expected)
  })

  test('a lesson with every answer right counts as perfect', () => {
    expect(moved('learning.lesson_completed', { ...lesson, verifiedScore: 100 })).toEqual({
      LESSONS_COMPLETED: { marks: ['lesson'] },
      PERFECT_LESSONS: { marks: ['lesson'] },
    })
  })

  test('a lesson at night counts for its night', () => {
    expect(moved('learning.lesson_completed', { ...lesson, at: '2026-11-02T23:30:00.000Z' })).toEqual({
      LESSONS_COMPLETED: { marks: ['lesson'] },
      NIGHTS_LEARNED: { marks: ['2026-11-02'] },
    })
  })

  test('a right answer counts and a wrong one moves nothing', () => {
    expect(moved('learning.question_answered', { isCorrect: true, questionId: 'q' })).toEqual({
      QUESTIONS_RIGHT: { marks: ['q'] },
    })
    expect(moved('learning.question_answered', { isCorrect: false, questionId: 'q' })).toEqual({})
  })

  test('a course counts, and a path when it was the last course of it', () => {
    expect(moved('learning.course_completed', { courseId: 'c', pathIds: [] })).toEqual({
      COURSES_COMPLETED: { marks: ['c'] },
    })
    expect(moved('learning.course_completed', { courseId: 'c', pathIds: ['p', 'r'] })).toEqual({
      COURSES_COMPLETED: { marks: ['c'] },
      PATHS_COMPLETED: { marks: ['p', 'r'] },
    })
  })

  test('a streak is what it is', () => {
    expect(moved('rewards.streak_extended', { currentDays: 4 })).toEqual({
      STREAK_DAYS: { value: 4 },
    })
  })

  test('projects, battles, contests and invitations count when somebody tells of them', () => {
    expect(moved('capstones.project_passed', { projectId: 'x' })).toEqual({
      PROJECTS_PASSED: { marks: ['x'] },
    })
    expect(moved('battles.battle_won', { roomId: 'x' })).toEqual({ BATTLES_WON: { marks: ['x'] } })
    expect(moved('contests.contest_won', { contestId: 'x' })).toEqual({ CONTESTS_WON: { marks: ['x'] } })
    expect(moved('referrals.referral_qualified', { invitedUserId: 'x' })).toEqual({
      REFERRALS_QUALIFIED: { marks: ['x'] },
    })
  })

  test('a fact that no rule listens to moves nothing', () => {
    expect(moved('identity.user_registered', {})).toEqual({})
  })
})
