import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { DAY_MS, later } from '../../../platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../../platform/ids.ts'
import { auditBattleEscrows } from '../audit-escrows.ts'
import { type BattleBed, createBattleBed } from '../battles-testbed.ts'
import type { Outcome } from '../game/outcome.ts'
import { joinQueue } from '../queue/join-queue.ts'
import { pairTickets } from '../queue/pair-tickets.ts'
import type { ProcessId } from '../rooms/queries.ts'
import { BATTLE_RULES } from '../rules.ts'
import { listWonBattles } from './list-won-battles.ts'
import { PAID_MEETINGS_A_DAY, settleBattles } from './settle-battles.ts'
import type { SettleBattle } from './settlement.ts'

setDefaultTimeout(60_000)

const START = new Date('2026-11-02T08:00:00.000Z')
const STAKE = 10n
const OWNER = newId() as unknown as ProcessId
const FIRST_WINS: Outcome = {
  reason: 'COMPLETED',
  state: 'FINISHED',
  winner: 0,
  at: START.getTime(),
  seats: [
    { result: 'WIN', score: 900, correctCount: 1 },
    { result: 'LOSS', score: 600, correctCount: 1 },
  ],
}

let bed: BattleBed
beforeAll(async () => {
  bed = await createBattleBed()
})
afterAll(async () => {
  expect(await auditBattleEscrows(bed.database.query)).toEqual([])
  await bed.stopSettled()
})

/** Brings users together two by two, as the queue does. Each pair is in the order of its seats. */
async function pair(users: UserId[], now: Date): Promise<{ battle: SettleBattle; players: UserId[] }[]> {
  for (const userId of users) {
    const join = { userId, sessionId: newId() as unknown as SessionId, topicId: null, stake: STAKE }
    await bed.write((tx) => joinQueue(tx, { ...join, rules: BATTLE_RULES, now }))
  }
  const keep = () => ({ ownerId: OWNER, questionIds: [newId<'Question'>()] })
  const pairs = await bed.write((tx) =>
    pairTickets(tx, { rules: BATTLE_RULES, now: later(now, 20_000), keep }),
  )
  expect(pairs).toHaveLength(users.length / 2)
  return pairs.map(({ roomId, seekers }) => ({
    battle: {
      roomId,
      ownerId: OWNER,
      outcome: FIRST_WINS,
      wasPlayed: true,
    },
    players: seekers.map(({ userId }) => userId),
  }))
}

const settle = (battles: SettleBattle[], now: Date) =>
  bed.write((tx) => settleBattles(tx, battles, { xpCap: 1_000, now }))

describe('battles that end together', () => {
  test('are each settled as one that ends alone, and once, however many groups they are in', async () => {
    const met = await pair(await bed.addUsers(12, Number(STAKE)), START)
    const foreign = { ...met[5]!.battle, ownerId: newId() as unknown as ProcessId }
    const battles = met.map(({ battle }) => battle)
    const groups = await Promise.all([
      settle([...battles.slice(0, 5), foreign], START),
      settle(battles.toReversed(), START),
      settle(battles.slice(2), START),
    ])
    expect(groups[0]!.at(-1)).toBeUndefined()
    const settled = groups.flat().filter((one) => one !== undefined)
    expect(settled).toHaveLength(battles.length)
    for (const [winner, loser] of settled) {
      expect(winner).toMatchObject({ gemsDelta: 10, xpEarned: 20, ratingDelta: 162 })
      expect(loser).toMatchObject({ gemsDelta: -10, xpEarned: 5, ratingDelta: -162 })
    }
    for (const { players } of met) {
      expect(await Promise.all(players.map((userId) => bed.gemsOf(userId)))).toEqual([20, 0])
      expect(await Promise.all(players.map((userId) => bed.xpOf(userId)))).toEqual([20, 5])
    }
    const told = bed.facts.filter(({ data }) =>
      battles.some(({ roomId }) => roomId === (data as { roomId: string }).roomId),
    )
    expect(told.filter(({ name }) => name === 'battles.battle_won')).toHaveLength(battles.length)
    expect(told.filter(({ name }) => name === 'battles.battle_finished')).toHaveLength(battles.length)
  })
})

describe('the same two', () => {
  test('play for their stakes alone when they meet too often on one day', async () => {
    const users = await bed.addUsers(2, 100)
    const meet = async (now: Date) => {
      const [met] = await pair(users, now)
      const [seats] = await settle([met!.battle], later(now, 60_000))
      const isTold = bed.facts.some(
        ({ name, data }) =>
          name === 'battles.battle_won' && (data as { roomId: string }).roomId === met!.battle.roomId,
      )
      return { winner: seats!.find(({ gemsDelta }) => gemsDelta > 0)!, isTold }
    }
    for (let meeting = 0; meeting < PAID_MEETINGS_A_DAY; meeting++) {
      const { winner, isTold } = await meet(later(START, meeting * 120_000))
      expect([winner.xpEarned, isTold]).toEqual([20, true])
      expect(winner.ratingDelta).not.toBe(0)
    }
    const once = await meet(later(START, PAID_MEETINGS_A_DAY * 120_000))
    expect(once).toMatchObject({ winner: { gemsDelta: 10, xpEarned: 0, ratingDelta: 0 }, isTold: false })
    // Tomorrow is another day, and with others they are paid as ever.
    const tomorrow = await meet(later(START, DAY_MS))
    expect([tomorrow.winner.xpEarned, tomorrow.isTold]).toEqual([20, true])
    const [another] = await pair([users[0]!, await bed.addUser(100)], later(START, 3_600_000))
    const [seats] = await settle([another!.battle], later(START, 3_660_000))
    expect(seats!.map(({ xpEarned }) => xpEarned)).toEqual([20, 5])
  })
})

test('what is listed as won is what was told', async () => {
  const wins = bed.facts
    .filter(({ name }) => name === 'battles.battle_won')
    .map(({ data }) => data as { userId: UserId; roomId: string })
  const told = [...Map.groupBy(wins, ({ userId }) => userId)].map(([userId, won]) => ({
    userId,
    roomIds: won.map(({ roomId }) => roomId).sort(),
  }))
  expect(told.length).toBeGreaterThan(6)
  const everybody = await bed.database.query<{ id: UserId }>`select id from user_account`
  const listed = await listWonBattles(
    bed.database.query,
    everybody.map(({ id }) => id),
  )
  const byUser = (one: { userId: string }, other: { userId: string }) => (one.userId < other.userId ? -1 : 1)
  expect(
    listed.map(({ userId, roomIds }) => ({ userId, roomIds: roomIds.toSorted() })).toSorted(byUser),
  ).toEqual(told.toSorted(byUser))
  expect(await listWonBattles(bed.database.query, [told[0]!.userId])).toHaveLength(1)
})
