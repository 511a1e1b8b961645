import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../platform/clock.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { type ContestTestbed, createContestTestbed, gemsOf } from './contest-testbed.ts'
import { CONTEST_XP_DAILY_CAP } from './contest-xp.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import type { ContestId } from './public/contest.ts'
import type { ContestDraft } from './public/contest-draft.ts'

let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed()
})
afterAll(async () => {
  const { faults } = await auditLedger(testbed.platform.database, [auditContestEscrows])
  await testbed.stop()
  expect(faults).toEqual([])
})

/** Plays a contest to its end: one player for each number of correct answers. */
async function playToEnd(
  contestId: ContestId,
  rights: number[],
): Promise<{ players: TestUser[]; gems: number[] }> {
  const players: TestUser[] = []
  for (const right of rights) {
    const player = await testbed.player(10)
    players.push(player)
    await testbed.join(contestId, player)
    await testbed.play(contestId, player, right)
  }
  await settle()
  for (const player of players) await signInAgain(player)
  return { players, gems: await Promise.all(players.map(({ id }) => gemsOf(testbed.db, `user:${id}`))) }
}
/** The access token has expired while the contest was open. */
async function signInAgain(user: TestUser): Promise<void> {
  const { email, password } = user
  const { body } = await testbed.service.call('POST /auth/login', { body: { email, password } })
  user.accessToken = body.data.accessToken
}
async function settle(): Promise<void> {
  testbed.time.pass(HOUR_MS + 5 * SECOND_MS)
  await testbed.reconcile()
}
const hour = () => ({ endsAt: new Date(testbed.time.now().getTime() + HOUR_MS).toISOString() })
const free = (changes: Partial<ContestDraft> = {}) => ({
  entryFeeGems: 0,
  prizePoolGems: 1_000,
  minParticipants: 1,
  ...hour(),
  ...changes,
})

describe('the pool of the house', () => {
  test('one participant of a contest of the operator gets nothing from the house, and two do', async () => {
    const alone = await testbed.create(free())
    const { players, gems } = await playToEnd(alone, [4])
    expect(gems).toEqual([10])
    expect(await testbed.detail(alone, players[0]!)).toMatchObject({
      status: 'SETTLED',
      prizePoolGems: 0,
      guaranteedPoolGems: 1_000,
      guaranteedPoolMinParticipants: 2,
      isGuaranteedPoolPaid: false,
      userStatus: { score: 100, rank: 1, prizeGems: 0 },
    })
    expect((await playToEnd(await testbed.create(free()), [4, 3])).gems).toEqual([710, 310])
  })

  test('participants that only joined do not make the house pay', async () => {
    const contestId = await testbed.create(free())
    for (let index = 0; index < 5; index++) await testbed.join(contestId, await testbed.player(0))
    expect((await playToEnd(contestId, [4])).gems).toEqual([10])
  })

  test('a contest of a creator needs five submissions; with fewer, only the fees are paid', async () => {
    const creator = { userId: (await testbed.player(0)).id as never, role: 'CREATOR' as const }
    const few = await testbed.create(free({ entryFeeGems: 10 }), creator)
    const { players, gems } = await playToEnd(few, [4, 3, 2, 1])
    expect(gems).toEqual([20, 12, 8, 0])
    expect(await testbed.detail(few, players[0]!)).toMatchObject({
      prizePoolGems: 40,
      guaranteedPoolMinParticipants: 5,
      isGuaranteedPoolPaid: false,
    })
    const enough = await testbed.create(free(), creator)
    expect((await playToEnd(enough, [4, 3, 2, 1, 1])).gems).toEqual([510, 310, 210, 10, 10])
  })
})

describe('the minimum score of a prize', () => {
  test('a score of 0 gets no prize, and fees that nobody can win are refunded', async () => {
    expect((await playToEnd(await testbed.create(free()), [0, 0])).gems).toEqual([10, 10])
    const withFee = await testbed.create({ ...hour(), minPrizeScore: 1 })
    const { players, gems } = await playToEnd(withFee, [0, 0])
    expect(gems).toEqual([10, 10])
    expect(await testbed.detail(withFee, players[0]!)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'NO_PRIZE_SCORE',
    })
  })

  test('the prizes go to the participants with at least the minimum score', async () => {
    const contestId = await testbed.create(free({ minPrizeScore: 50 }))
    const { players, gems } = await playToEnd(contestId, [2, 1, 1])
    expect(gems).toEqual([1_010, 10, 10])
    expect((await testbed.detail(contestId, players[1]!)).userStatus).toMatchObject({ rank: 2, prizeGems: 0 })
  })

  test('a first rank with a score of 0 does not count as a win', async () => {
    const { players } = await playToEnd(await testbed.create(free()), [0, 0])
    const { body } = await testbed.call('GET /badges/progress/me', players[0]!)
    const badge = body.data.find(({ badgeType }: { badgeType: string }) => badgeType === 'CONTEST_WINNER')
    expect(badge.currentProgress).toBe(0)
  })
})

describe('XP of contests', () => {
  const xp = async ({ id }: TestUser) => {
    const [row] = await testbed.db<{ xp: number }>`
      select coalesce(sum(balance), 0)::integer as xp from ledger_balance
      where account = ${`user:${id}`} and asset = 'XP'`
    return row!.xp
  }

  test('score and prize give XP once, and a day gives at most the cap', async () => {
    // Noon (UTC), so that all contests end on one day.
    testbed.time.pass(DAY_MS + 12 * HOUR_MS - (testbed.time.now().getTime() % DAY_MS))
    const [ada, bob] = (await Promise.all([testbed.player(0), testbed.player(0)])) as [TestUser, TestUser]
    const playBoth = async () => {
      const contestId = await testbed.create(free({ prizeTable: [100] }))
      for (const [user, right] of [
        [ada, 4],
        [bob, 3],
      ] as const) {
        await testbed.join(contestId, user)
        await testbed.play(contestId, user, right)
      }
      await settle()
      await testbed.reconcile()
      for (const user of [ada, bob]) await signInAgain(user)
      return contestId
    }
    const first = await playBoth()
    expect(await Promise.all([ada, bob].map(xp))).toEqual([20, 7])
    expect((await testbed.detail(first, ada)).userStatus).toMatchObject({ xpEarned: 20 })
    for (let turn = 0; turn < 3; turn++) await playBoth()
    expect(await Promise.all([ada, bob].map(xp))).toEqual([CONTEST_XP_DAILY_CAP, 28])
    testbed.time.pass(DAY_MS)
    for (const user of [ada, bob]) await signInAgain(user)
    await playBoth()
    expect(await Promise.all([ada, bob].map(xp))).toEqual([CONTEST_XP_DAILY_CAP + 20, 35])
  })
})
