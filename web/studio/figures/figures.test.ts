import { describe, expect, test } from 'bun:test'
import { firstDay, readFigureSearch } from './figure-search.ts'
import { findDrop } from './find-drop.ts'
import { flagsOf } from './flag-question.ts'
import { groupDays } from './group-days.ts'
import { hasFigures } from './has-figures.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    enrolled: 1,
    completed: index % 2,
  }))

describe('the columns of the chart', () => {
  test('a short period has days, a long one weeks, and no learner is lost', () => {
    expect(groupDays(days(30), true)).toHaveLength(30)
    const weeks = groupDays(days(90), true)
    expect(weeks).toHaveLength(13)
    expect(weeks[0]).toEqual({ from: '2026-01-01', to: '2026-01-07', enrolled: 7, completed: 3 })
    expect(weeks.at(-1)).toMatchObject({ from: '2026-03-26', to: '2026-03-31' })
    expect(weeks.reduce((sum, { enrolled }) => sum + enrolled, 0)).toBe(90)
  })

  test('all time begins with the first learner, and a period with its first day', () => {
    const empty = days(10).map((day) => ({ ...day, enrolled: 0, completed: 0 }))
    const late = [...empty, { day: '2026-01-11', enrolled: 2, completed: 0 }]
    expect(groupDays(late, false).map(({ from }) => from)).toEqual(['2026-01-11'])
    expect(groupDays(late, true)).toHaveLength(11)
    expect(groupDays(empty, false)).toEqual([])
  })
})

describe('the slide after which most plays end', () => {
  const lesson = (...seen: number[]) => ({
    plays: Math.max(...seen),
    slides: seen.map((count, index) => ({
      order: index + 1,
      type: 'CALLOUT' as const,
      title: '',
      seen: count,
      seenShare: null,
      medianSeconds: null,
    })),
  })

  test.each([
    ['the largest loss counts', lesson(100, 95, 60, 55), 2],
    ['a small loss is no reason', lesson(100, 95, 90, 85), undefined],
    ['few plays may be chance', lesson(19, 2), undefined],
    ['nobody stops after the last slide', lesson(100, 100), undefined],
  ])('%s', (_, given, expected) => {
    expect(findDrop(given)).toBe(expected)
  })
})

describe('questions that deserve a look', () => {
  const option = (isCorrect: boolean, share: number | null) => ({ text: 'a', isCorrect, share })
  const figures = { answers: 40, correctShare: 0.7, discrimination: 0.4, options: null }

  test.each([
    ['an ordinary question has no flag', {}, []],
    ['almost all are right', { correctShare: 0.95 }, ['easy']],
    ['few are right', { correctShare: 0.3 }, ['hard']],
    [
      'nobody takes a wrong option',
      { options: [option(true, 0.7), option(false, 0.3), option(false, 0)] },
      ['unused'],
    ],
    [
      'nobody takes the right option',
      { correctShare: 0, options: [option(true, 0), option(false, 1)] },
      ['hard'],
    ],
    ['shares that are hidden say nothing', { options: [option(true, null), option(false, null)] }, []],
    ['strong and weak learners do the same', { discrimination: 0.05 }, ['weak']],
    ['weak learners do better', { discrimination: -0.2 }, ['wrong']],
    ['few answers say nothing', { answers: 19, correctShare: 0, discrimination: -1 }, []],
  ] as const)('%s', (_, changes, flags) => {
    expect(flagsOf({ ...figures, ...changes } as Parameters<typeof flagsOf>[0])).toEqual([...flags])
  })
})

test('a period ends today and has so many days', () => {
  expect(firstDay(30, new Date('2026-03-30T23:59:00Z'))).toBe('2026-03-01')
  expect(readFigureSearch({ days: '30', page: 2 })).toEqual({ days: 30, page: 2 })
  expect(readFigureSearch({ days: 'x', page: 0 })).toEqual({})
})

test('a period without new learners has figures if earlier learners did something in it', () => {
  const stats: Parameters<typeof hasFigures>[0] = {
    from: null,
    to: '2026-01-10',
    learners: { enrolled: 0, started: 0, completed: 0, completedShare: null, medianDaysToComplete: null },
    lessons: [],
    test: { attempts: 0, submitted: 0, passed: 0, passedShare: null, medianScore: null },
    submissions: { SUBMITTED: 0, UNDER_REVIEW: 0, PASSED: 0, NEEDS_REVISION: 0 },
    criteria: [],
    certificates: { issued: 0, revoked: 0 },
    days: days(3).map((day) => ({ ...day, enrolled: 0, completed: 0 })),
  }
  expect(hasFigures(stats)).toBe(false)
  expect(hasFigures({ ...stats, days: days(3) })).toBe(true)
  expect(hasFigures({ ...stats, test: { ...stats.test, attempts: 1 } })).toBe(true)
  expect(hasFigures({ ...stats, submissions: { ...stats.submissions, UNDER_REVIEW: 1 } })).toBe(true)
  expect(hasFigures({ ...stats, certificates: { issued: 1, revoked: 0 } })).toBe(true)
})
