import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Outcome } from '../../src/modules/battle-game/public/outcome.ts'
import { BATTLE_RULES } from '../../src/modules/battle-game/public/rules.ts'
import { auditBattleEscrows } from '../../src/modules/battle-records/public/audit-escrows.ts'
import { insertRoom, type ProcessId } from '../../src/modules/battle-records/public/rooms.ts'
import { seatPlayer } from '../../src/modules/battle-records/public/seat-player.ts'
import { UNRESTRICTED_STAKES } from '../../src/modules/battle-records/public/stake-rules.ts'
import type { RoomId } from '../../src/modules/battle-records/public/ticket.ts'
import { listWonBattles } from '../../src/modules/battle-results/public/list-won-battles.ts'
import {
  REWARDED_BATTLES_PER_PAIR_PER_DAY,
  settleBattles,
} from '../../src/modules/battle-results/public/settle-battles.ts'
import type { BattleToSettle } from '../../src/modules/battle-results/public/settlement.ts'
import { joinQueue } from '../../src/modules/matchmaking/join-queue.ts'
import { pairTickets } from '../../src/modules/matchmaking/pair-tickets.ts'
import { getStreak } from '../../src/modules/streaks/public/get-streak.ts'
import { addMs, DAY_MS } from '../../src/platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../src/platform/ids.ts'
import { type BattleTestbed, createBattleTestbed } from './battle-testbed.ts'

const START = new Date('2026-11-02T08:00:00.000Z')
const STAKE = 10n
const HOST = newId() as unknown as ProcessId
const FIRST_WINS: Outcome = {
  reason: 'COMPLETED',
  state: 'FINISHED',
  winner: 0,
  at: START.getTime(),
  seats: [
    { result: 'WIN', score: 900, correctCount: 1, fastAnswers: 0, missedQuestionIds: [], answers: [] },
    { result: 'LOSS', score: 600, correctCount: 1, fastAnswers: 0, missedQuestionIds: [], answers: [] },
  ],
}

const SECOND_WINS: Outcome = {
  ...FIRST_WINS,
  winner: 1,
  seats: [FIRST_WINS.seats[1], FIRST_WINS.seats[0]],
}

let testbed: BattleTestbed
beforeAll(async () => {
  testbed = await createBattleTestbed()
})
afterAll(async () => {
  expect(await auditBattleEscrows(testbed.database.query)).toEqual([])
  await testbed.stopSettled()
})

/** Pairs users through the queue. The players of a pair are in the order of their seats. */
async function pair(users: UserId[], now: Date): Promise<{ battle: BattleToSettle; players: UserId[] }[]> {
  for (const userId of users) {
    const join = { userId, sessionId: newId() as unknown as SessionId, topicId: null, stake: STAKE }
    await testbed.write((tx) =>
      joinQueue(tx, { ...join, rules: BATTLE_RULES, stakeRules: UNRESTRICTED_STAKES, now }),
    )
  }
  const assign = async (_: unknown, pairs: unknown[]) =>
    pairs.map(() => ({ hostProcessId: HOST, questionIds: [newId<'Question'>()] }))
  const pairs = await testbed.write((tx) =>
    pairTickets(tx, {
      rules: BATTLE_RULES,
      stakeRules: UNRESTRICTED_STAKES,
      now: addMs(now, 20_000),
      assign,
    }),
  )
  expect(pairs).toHaveLength(users.length / 2)
  return pairs.map(({ roomId, players }) => ({
    battle: {
      roomId,
      hostProcessId: HOST,
      outcome: FIRST_WINS,
      wasPlayed: true,
    },
    players: players.map(({ userId }) => userId),
  }))
}

const settle = (battles: BattleToSettle[], now: Date) =>
  testbed.write((tx) => settleBattles(tx, battles, { xpCap: 1_000, now }))

describe('batched settlement', () => {
  test('each battle of overlapping batches is settled once, like a single battle', async () => {
    const met = await pair(await testbed.addUsers(12, Number(STAKE)), START)
    const foreign = { ...met[5]!.battle, hostProcessId: newId() as unknown as ProcessId }
    const battles = met.map(({ battle }) => battle)
    const batches = await Promise.all([
      settle([...battles.slice(0, 5), foreign], START),
      settle(battles.toReversed(), START),
      settle(battles.slice(2), START),
    ])
    expect(batches[0]!.at(-1)).toBeUndefined()
    const settled = batches.flat().filter((one) => one !== undefined)
    expect(settled).toHaveLength(battles.length)
    for (const [winner, loser] of settled) {
      expect(winner).toMatchObject({ gemsDelta: 10, xpEarned: 20, ratingDelta: 162 })
      expect(loser).toMatchObject({ gemsDelta: -10, xpEarned: 5, ratingDelta: -162 })
    }
    for (const { players } of met) {
      expect(await Promise.all(players.map((userId) => testbed.gemsOf(userId)))).toEqual([20, 0])
      expect(await Promise.all(players.map((userId) => testbed.xpOf(userId)))).toEqual([20, 5])
    }
    const emitted = testbed.events.filter(({ data }) =>
      battles.some(({ roomId }) => roomId === (data as { roomId: string }).roomId),
    )
    expect(emitted.filter(({ name }) => name === 'battles.battle_won')).toHaveLength(battles.length)
    expect(emitted.filter(({ name }) => name === 'battles.battle_finished')).toHaveLength(battles.length)
  })
})

test('a settlement of ten battles has as many statements as one of two', async () => {
  const countStatements = async (battles: number) => {
    const met = await pair(await testbed.addUsers(2 * battles, Number(STAKE)), START)
    let statements = 0
    await testbed.write((tx) => {
      const counting = new Proxy(tx, {
        apply: (target, self, given) => {
          statements++
          return Reflect.apply(target, self, given)
        },
      })
      const open = met.map(({ battle }) => battle)
      return settleBattles(counting, open, { xpCap: 1_000, now: START })
    })
    for (const { players } of met) {
      const request = { userId: players[0]!, timeZone: 'UTC', now: START }
      expect((await getStreak(testbed.database.query, request)).currentDays).toBe(1)
    }
    return statements
  }
  expect(await countStatements(10)).toBe(await countStatements(2))
})

describe('the daily limit of a pair', () => {
  test('two players get no XP and no rating change after five battles on one day', async () => {
    const users = await testbed.addUsers(2, 100)
    const meet = async (now: Date) => {
      const [met] = await pair(users, now)
      const [seats] = await settle([met!.battle], addMs(now, 60_000))
      const isEmitted = testbed.events.some(
        ({ name, data }) =>
          name === 'battles.battle_won' && (data as { roomId: string }).roomId === met!.battle.roomId,
      )
      return { winner: seats!.find(({ gemsDelta }) => gemsDelta > 0)!, isEmitted }
    }
    for (let meeting = 0; meeting < REWARDED_BATTLES_PER_PAIR_PER_DAY; meeting++) {
      const { winner, isEmitted } = await meet(addMs(START, meeting * 120_000))
      expect([winner.xpEarned, isEmitted]).toEqual([20, true])
      expect(winner.ratingDelta).not.toBe(0)
    }
    const unrewarded = await meet(addMs(START, REWARDED_BATTLES_PER_PAIR_PER_DAY * 120_000))
    expect(unrewarded).toMatchObject({
      winner: { gemsDelta: 10, xpEarned: 0, ratingDelta: 0 },
      isEmitted: false,
    })
    // The limit does not apply on the next day or with other opponents.
    const tomorrow = await meet(addMs(START, DAY_MS))
    expect([tomorrow.winner.xpEarned, tomorrow.isEmitted]).toEqual([20, true])
    const [another] = await pair([users[0]!, await testbed.addUser(100)], addMs(START, 3_600_000))
    const [seats] = await settle([another!.battle], addMs(START, 3_660_000))
    expect(seats!.map(({ xpEarned }) => xpEarned)).toEqual([20, 5])
  })
})

test('a win by forfeit without a correct answer moves the stakes but gives no XP, rating or badge', async () => {
  const now = addMs(START, 7_200_000)
  const [met] = await pair(await testbed.addUsers(2, Number(STAKE)), now)
  const outcome: Outcome = {
    ...FIRST_WINS,
    reason: 'FORFEIT',
    seats: [
      { result: 'WIN', score: 0, correctCount: 0, fastAnswers: 0, missedQuestionIds: [], answers: [] },
      { result: 'LOSS', score: 0, correctCount: 0, fastAnswers: 0, missedQuestionIds: [], answers: [] },
    ],
  }
  const [seats] = await settle([{ ...met!.battle, outcome }], now)
  const [winner, loser] = seats!
  expect(winner).toMatchObject({ gemsDelta: 10, xpEarned: 0, ratingDelta: 0 })
  // The loser forfeited a rated battle, so leaving early does not protect the rating.
  expect(loser).toMatchObject({ gemsDelta: -10, xpEarned: 0 })
  expect(loser!.ratingDelta).toBeLessThan(0)
  const won = testbed.events.filter(
    ({ name, data }) =>
      name === 'battles.battle_won' && (data as { roomId: string }).roomId === met!.battle.roomId,
  )
  expect(won).toEqual([])
  expect(await listWonBattles(testbed.database.query, [winner!.userId])).toEqual([])
})

describe('the streak', () => {
  const dayOne = addMs(START, 5 * DAY_MS)
  const streakOf = async (userId: UserId, now: Date) =>
    (await getStreak(testbed.database.query, { userId, timeZone: 'UTC', now })).currentDays

  test('a win against a person extends the streak of the winner, and pays its milestone once', async () => {
    const [winner, loser] = await testbed.addUsers(2, 100)
    for (let day = 0; day < 3; day++) {
      const now = addMs(dayOne, day * DAY_MS)
      const [met] = await pair([winner!, loser!], now)
      const first = met!.players[0] === winner
      const outcome: Outcome = first ? FIRST_WINS : SECOND_WINS
      await settle([{ ...met!.battle, outcome }], now)
      expect([await streakOf(winner!, now), await streakOf(loser!, now)]).toEqual([day + 1, 0])
    }
    // Three stakes and the milestone of three days.
    expect(await testbed.gemsOf(winner!)).toBe(100 + 30 + 5)
  })

  test('a win without a correct answer, and a win of a pair above its daily limit, do not extend the streak', async () => {
    const [unearned] = await pair(await testbed.addUsers(2, 10), dayOne)
    const [winner, loser] = FIRST_WINS.seats
    const outcome: Outcome = { ...FIRST_WINS, seats: [{ ...winner, correctCount: 0 }, loser] }
    await settle([{ ...unearned!.battle, outcome }], dayOne)
    expect(await streakOf(unearned!.players[0]!, dayOne)).toBe(0)

    const users = await testbed.addUsers(2, 100)
    const draw: Outcome = { ...FIRST_WINS, winner: null, seats: [loser, loser] }
    for (let meeting = 0; meeting <= REWARDED_BATTLES_PER_PAIR_PER_DAY; meeting++) {
      const now = addMs(dayOne, meeting * 120_000)
      const [met] = await pair(users, now)
      const isLast = meeting === REWARDED_BATTLES_PER_PAIR_PER_DAY
      await settle([{ ...met!.battle, outcome: isLast ? FIRST_WINS : draw }], addMs(now, 60_000))
      for (const userId of users) expect(await streakOf(userId, now)).toBe(0)
    }
  })

  test('the third win of a day against bots extends the streak; wins of two days are not added', async () => {
    const user = await testbed.addUser()
    const playBot = async (now: Date, outcome = FIRST_WINS) => {
      const room = { id: newId() as RoomId, kind: 'BOT' as const, botDifficulty: 'EASY' as const }
      const seat = {
        userId: user,
        sessionId: newId() as unknown as SessionId,
        roomId: room.id,
        seat: 0 as const,
      }
      const terms = { topicId: null, stake: 0n, startDeadline: now, now }
      await testbed.write(async (tx) => {
        await insertRoom(tx, { ...room, ...terms, seed: newId() })
        await seatPlayer(tx, { ...seat, ...terms, stakeRules: UNRESTRICTED_STAKES })
      })
      await settle([{ roomId: room.id, hostProcessId: null, outcome, wasPlayed: true }], now)
      return streakOf(user, now)
    }
    const at = (minute: number) => addMs(dayOne, minute * 60_000)
    expect([await playBot(at(0)), await playBot(at(1)), await playBot(at(2), SECOND_WINS)]).toEqual([0, 0, 0])
    const tomorrow = (minute: number) => addMs(at(minute), DAY_MS)
    expect([await playBot(tomorrow(0)), await playBot(tomorrow(1))]).toEqual([0, 0])
    expect([await playBot(tomorrow(2)), await playBot(tomorrow(3))]).toEqual([1, 1])
  })
})

test('the number of answers that were too fast is stored with the result and emitted', async () => {
  const now = addMs(START, 7_500_000)
  const [met] = await pair(await testbed.addUsers(2, Number(STAKE)), now)
  const [winner, loser] = FIRST_WINS.seats
  const outcome: Outcome = { ...FIRST_WINS, seats: [{ ...winner, fastAnswers: 3 }, loser] }
  await settle([{ ...met!.battle, outcome }], now)
  const { roomId } = met!.battle
  const stored = await testbed.database.query<{ seat: number; fastAnswers: number }>`
    select seat, fast_answers as "fastAnswers" from battle_entry where room_id = ${roomId} order by seat`
  expect(stored).toEqual([
    { seat: 0, fastAnswers: 3 },
    { seat: 1, fastAnswers: 0 },
  ])
  const finished = testbed.events.find(
    ({ name, data }) => name === 'battles.battle_finished' && (data as { roomId: string }).roomId === roomId,
  )
  expect(finished!.data).toMatchObject({ players: [{ fastAnswers: 3 }, { fastAnswers: 0 }] })
})

test('listWonBattles returns the battles for which battle_won was emitted', async () => {
  const wins = testbed.events
    .filter(({ name }) => name === 'battles.battle_won')
    .map(({ data }) => data as { userId: UserId; roomId: string })
  const emitted = [...Map.groupBy(wins, ({ userId }) => userId)].map(([userId, won]) => ({
    userId,
    roomIds: won.map(({ roomId }) => roomId).sort(),
  }))
  expect(emitted.length).toBeGreaterThan(6)
  const users = await testbed.database.query<{ id: UserId }>`select id from user_account`
  const listed = await listWonBattles(
    testbed.database.query,
    users.map(({ id }) => id),
  )
  const byUser = (one: { userId: string }, other: { userId: string }) => (one.userId < other.userId ? -1 : 1)
  expect(
    listed.map(({ userId, roomIds }) => ({ userId, roomIds: roomIds.toSorted() })).toSorted(byUser),
  ).toEqual(emitted.toSorted(byUser))
  expect(await listWonBattles(testbed.database.query, [emitted[0]!.userId])).toHaveLength(1)
})
