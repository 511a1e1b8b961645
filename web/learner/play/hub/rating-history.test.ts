import { describe, expect, test } from 'bun:test'
import type { Api } from '../../../../packages/client/src/lyceum.ts'
import { ratingHistory } from './rating-history.ts'

const battle = (ratingDelta: number, day: number, changes: object = {}) =>
  ({
    kind: 'QUEUE',
    opponent: { isBot: false },
    ratingDelta,
    endedAt: `2026-11-0${day}T08:00:00.000Z`,
    ...changes,
  }) as Api.Battle

describe('the history of a rating', () => {
  test('the ratings before are the current one without the changes since', () => {
    const points = ratingHistory(1520, [battle(30, 3), battle(-20, 2), battle(10, 1)])
    expect(points.map(({ rating }) => rating)).toEqual([1510, 1490, 1520])
    expect(points.map(({ at }) => at.slice(8, 10))).toEqual(['01', '02', '03'])
  })

  test('battles against bots and friends are not part of the history of a rating', () => {
    const bot = battle(0, 2, { opponent: { isBot: true } })
    const friend = battle(0, 3, { kind: 'FRIEND' })
    expect(ratingHistory(1500, [friend, bot, battle(5, 1)])).toEqual([
      { rating: 1500, at: '2026-11-01T08:00:00.000Z' },
    ])
  })
})
