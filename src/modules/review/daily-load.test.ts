import { describe, expect, test } from 'bun:test'
import { daysToClear, remainingToday, spreadLoad } from './daily-load.ts'

const load = { dailyLimit: 60, answeredToday: 0 }

describe('the daily load', () => {
  test('what was answered today is taken from the limit, and a smaller limit never makes it negative', () => {
    expect(remainingToday({ dailyLimit: 60, answeredToday: 20 })).toBe(40)
    expect(remainingToday({ dailyLimit: 10, answeredToday: 20 })).toBe(0)
  })

  test('a backlog is cleared in whole days, and today counts', () => {
    expect(daysToClear(0, load)).toBe(0)
    expect(daysToClear(1, load)).toBe(1)
    expect(daysToClear(60, load)).toBe(1)
    expect(daysToClear(61, load)).toBe(2)
    expect(daysToClear(1_000, load)).toBe(17)
    expect(daysToClear(61, { ...load, answeredToday: 60 })).toBe(3)
  })

  test('cards beyond the limit of a day are planned for the next days, and none is lost', () => {
    expect(spreadLoad([130, 0, 10, 0], load)).toEqual([60, 60, 20, 0])
    expect(spreadLoad([130, 0, 10, 0], { ...load, answeredToday: 50 })).toEqual([10, 60, 60, 10])
    expect(spreadLoad([5, 7, 0], load)).toEqual([5, 7, 0])
  })
})
