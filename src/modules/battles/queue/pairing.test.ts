import { describe, expect, test } from 'bun:test'
import { newId } from '../../../platform/ids.ts'
import type { TopicId } from '../../questions/question.ts'
import { pairSeekers, type Seeker, windowAfter } from './pairing.ts'

const NOW = new Date('2026-11-02T08:00:00Z')
const [chain, web] = ['chain' as TopicId, 'web' as TopicId]

function seeker(changes: Partial<Seeker> & { waitedMs?: number } = {}): Seeker {
  const { waitedMs = 1_000, ...rest } = changes
  return {
    id: newId(),
    userId: newId(),
    topicId: null,
    stake: 0n,
    rating: 1500,
    joinedAt: new Date(NOW.getTime() - waitedMs),
    ...rest,
  }
}

const paired = (seekers: Seeker[]) =>
  pairSeekers(seekers, NOW).map((pair) => pair.seekers.map((one) => seekers.indexOf(one)))

describe('pairing', () => {
  test('takes the nearest rating first', () => {
    const seekers = [
      seeker({ waitedMs: 2_000 }),
      seeker({ rating: 1620 }),
      seeker({ rating: 1510 }),
      seeker({ rating: 1600 }),
    ]
    expect(paired(seekers)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  test('lets whoever waits longest choose first', () => {
    const seekers = [
      seeker({ rating: 1500 }),
      seeker({ rating: 1490 }),
      seeker({ rating: 1480, waitedMs: 5_000 }),
    ]
    expect(paired(seekers)).toEqual([[2, 1]])
  })

  test('keeps the strong from the weak at first, and widens with waiting', () => {
    expect(paired([seeker({ waitedMs: 0 }), seeker({ rating: 1700, waitedMs: 0 })])).toEqual([])
    expect(paired([seeker({ waitedMs: 2_000 }), seeker({ rating: 1700, waitedMs: 0 })])).toEqual([[0, 1]])
    expect(paired([seeker({ waitedMs: 14_000 }), seeker({ rating: 2500, waitedMs: 0 })])).toEqual([])
    expect(paired([seeker({ waitedMs: 15_000 }), seeker({ rating: 2500, waitedMs: 0 })])).toEqual([[0, 1]])
    const widths = [0, 1_000, 5_000, 14_999, 15_000].map(windowAfter)
    expect(widths).toEqual(widths.toSorted((one, other) => one - other))
  })

  test('never mixes stakes', () => {
    expect(paired([seeker({ stake: 10n, waitedMs: 29_000 }), seeker({ stake: 11n }), seeker()])).toEqual([])
  })

  test('never mixes topics, but whoever takes any takes the other’s', () => {
    expect(paired([seeker({ topicId: chain }), seeker({ topicId: web })])).toEqual([])
    const pairs = pairSeekers([seeker({ topicId: null, waitedMs: 2_000 }), seeker({ topicId: web })], NOW)
    expect(pairs[0]!.topicId).toBe(web)
    expect(pairSeekers([seeker(), seeker()], NOW)[0]!.topicId).toBeNull()
  })

  test('never pairs anybody with themselves', () => {
    const userId = newId<'User'>()
    expect(paired([seeker({ userId }), seeker({ userId })])).toEqual([])
  })

  test('puts everybody into one pair at most', () => {
    const crowd = Array.from({ length: 301 }, (_, index) =>
      seeker({
        rating: 1200 + ((index * 37) % 600),
        stake: BigInt(index % 3),
        waitedMs: (index * 91) % 30_000,
      }),
    )
    const placed = pairSeekers(crowd, NOW).flatMap(({ seekers }) => seekers)
    expect(new Set(placed).size).toBe(placed.length)
    expect(placed.length).toBeGreaterThan(250)
  })
})
