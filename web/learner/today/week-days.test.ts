import { expect, test } from 'bun:test'
import { weekDays } from './week-days.ts'

const streak = (calendar: { date: string; status: 'DONE' | 'FROZEN' | 'REPAIRED' }[]) => ({
  currentStreak: 2,
  longestStreak: 2,
  freezes: 1,
  todayDone: false,
  calendar,
  nextMilestone: null,
  freezeOffer: null,
  repair: null,
})

test('the week goes from Monday to Sunday and shows done, frozen, repaired, missed, today and future days', () => {
  const calendar = [
    { date: '2026-11-09', status: 'DONE' as const },
    { date: '2026-11-10', status: 'FROZEN' as const },
    { date: '2026-11-11', status: 'REPAIRED' as const },
  ]
  const days = weekDays(streak(calendar), 'Africa/Nairobi', new Date('2026-11-13T10:00:00Z'))
  expect(days.map(({ date }) => date.slice(-2))).toEqual(['09', '10', '11', '12', '13', '14', '15'])
  expect(days.map(({ state }) => state)).toEqual([
    'done',
    'frozen',
    'frozen',
    'missed',
    'today',
    'future',
    'future',
  ])
})

test('today is the day of the learner, not of the server', () => {
  const at = new Date('2026-11-12T23:30:00Z')
  const todayIn = (zone: string) =>
    weekDays(streak([]), zone, at).find(({ state }) => state === 'today')?.date
  expect(todayIn('Africa/Nairobi')).toBe('2026-11-13')
  expect(todayIn('America/Sao_Paulo')).toBe('2026-11-12')
})
