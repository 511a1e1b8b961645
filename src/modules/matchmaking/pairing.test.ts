import { describe, expect, test } from 'bun:test'
import { newId } from '../../platform/ids.ts'
import type { QueuedPlayer } from '../battle-records/public/queue.ts'
import type { TopicId } from '../questions/public/question.ts'
import { pairPlayers, ratingWindow } from './pairing.ts'

const NOW = new Date('2026-11-02T08:00:00Z')
const [chain, web] = ['chain' as TopicId, 'web' as TopicId]

function player(changes: Partial<QueuedPlayer> & { waitedMs?: number } = {}): QueuedPlayer {
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

const paired = (players: QueuedPlayer[]) =>
  pairPlayers(players, NOW).map((pair) => pair.players.map((one) => players.indexOf(one)))

describe('pairing', () => {
  test('a player is paired with the nearest rating', () => {
    const players = [
      player({ waitedMs: 2_000 }),
      player({ rating: 1620 }),
      player({ rating: 1510 }),
      player({ rating: 1600 }),
    ]
    expect(paired(players)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  test('the player who has waited longest is paired first', () => {
    const players = [
      player({ rating: 1500 }),
      player({ rating: 1490 }),
      player({ rating: 1480, waitedMs: 5_000 }),
    ]
    expect(paired(players)).toEqual([[2, 1]])
  })

  test('the rating window widens with the waiting time', () => {
    expect(paired([player({ waitedMs: 0 }), player({ rating: 1700, waitedMs: 0 })])).toEqual([])
    expect(paired([player({ waitedMs: 2_000 }), player({ rating: 1700, waitedMs: 0 })])).toEqual([[0, 1]])
    expect(paired([player({ waitedMs: 14_000 }), player({ rating: 2500, waitedMs: 0 })])).toEqual([])
    expect(paired([player({ waitedMs: 15_000 }), player({ rating: 2500, waitedMs: 0 })])).toEqual([[0, 1]])
    const widths = [0, 1_000, 5_000, 14_999, 15_000].map(ratingWindow)
    expect(widths).toEqual(widths.toSorted((one, other) => one - other))
  })

  test('players with different stakes are not paired', () => {
    expect(paired([player({ stake: 10n, waitedMs: 29_000 }), player({ stake: 11n }), player()])).toEqual([])
  })

  test('players with different topics are not paired, and any topic takes that of the opponent', () => {
    expect(paired([player({ topicId: chain }), player({ topicId: web })])).toEqual([])
    const pairs = pairPlayers([player({ topicId: null, waitedMs: 2_000 }), player({ topicId: web })], NOW)
    expect(pairs[0]!.topicId).toBe(web)
    expect(pairPlayers([player(), player()], NOW)[0]!.topicId).toBeNull()
  })

  test('a user is not paired with the own second entry', () => {
    const userId = newId<'User'>()
    expect(paired([player({ userId }), player({ userId })])).toEqual([])
  })

  test('players who may not meet are paired with the next nearest', () => {
    const players = [player({ waitedMs: 2_000 }), player({ rating: 1510 }), player({ rating: 1540 })]
    const [first, nearest, next] = players
    const pairs = pairPlayers(players, NOW, (_, other) => other !== nearest)
    expect(pairs.map((pair) => pair.players)).toEqual([[first!, next!]])
  })

  test('whether players may meet is asked only for players who are nearer than those before', () => {
    const equals = Array.from({ length: 100 }, () => player())
    let asked = 0
    const pairs = pairPlayers(equals, NOW, () => ++asked > 0)
    expect(pairs).toHaveLength(50)
    expect(asked).toBe(50)
  })

  test('a player is in at most one pair', () => {
    const crowd = Array.from({ length: 301 }, (_, index) =>
      player({
        rating: 1200 + ((index * 37) % 600),
        stake: BigInt(index % 3),
        waitedMs: (index * 91) % 30_000,
      }),
    )
    const pairedPlayers = pairPlayers(crowd, NOW).flatMap(({ players }) => players)
    expect(new Set(pairedPlayers).size).toBe(pairedPlayers.length)
    expect(pairedPlayers.length).toBeGreaterThan(250)
  })
})
