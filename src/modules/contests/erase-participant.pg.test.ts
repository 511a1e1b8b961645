import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/service.ts'
import { contestStarting } from '../../events/contests.ts'
import { addMs, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { type ContestTestbed, createContestTestbed, gemsOf } from './contest-testbed.ts'
import type { GivenAnswer } from './participant-queries.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import type { ContestId } from './public/contest.ts'
import { findContest } from './queries.ts'
import { remindParticipants } from './remind-participants.ts'
import { submitAnswers } from './submit-answers.ts'

setDefaultTimeout(60_000)

let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed()
})
afterAll(async () => {
  const { faults } = await auditLedger(testbed.platform.database, [auditContestEscrows])
  await testbed.stop()
  expect(faults).toEqual([])
})

/** Players with this many right answers each, in a live contest of theirs. */
async function played(
  rights: number[],
  minParticipants = 2,
): Promise<{ contestId: ContestId; players: TestUser[] }> {
  const contestId = await testbed.create({ minParticipants })
  const players: TestUser[] = []
  for (const right of rights) {
    const player = await testbed.player(10)
    players.push(player)
    await testbed.call(`POST /user/contests/${contestId}/join`, player)
    await testbed.call(`POST /user/contests/${contestId}/start`, player)
    const answers = await testbed.answers(contestId, player, right)
    const { status } = await testbed.call(`POST /user/contests/${contestId}/submit`, player, { answers })
    expect(status).toBe(200)
  }
  return { contestId, players }
}
async function leave(player: TestUser): Promise<void> {
  const { status, body } = await testbed.call('DELETE /user/account', player, { password: player.password })
  expect([status, body.message]).toEqual([200, expect.any(String)])
}
async function settle(): Promise<void> {
  testbed.time.pass(305 * SECOND_MS)
  await testbed.reconcile()
}
const gems = (players: TestUser[]) => Promise.all(players.map(({ id }) => gemsOf(testbed.db, `user:${id}`)))
const leaderboard = async (contestId: ContestId, reader: TestUser) =>
  (await testbed.call(`GET /user/contests/${contestId}/leaderboard`, reader)).body.data

describe('whoever deletes their account', () => {
  test('before the end takes no place and no prize; the fee stays in the pool', async () => {
    const { contestId, players } = await played([4, 3, 2])
    const [best, second, third] = players as [TestUser, TestUser, TestUser]
    await leave(best)
    expect((await leaderboard(contestId, second)).entries).toMatchObject([
      { rank: 1, userId: second.id },
      { rank: 2, userId: third.id },
    ])
    await settle()
    // 130 gems: 50 and 20 percent for the best, 30 for the other.
    expect(await gems(players)).toEqual([0, 91, 39])
    expect(await leaderboard(contestId, third)).toMatchObject({
      status: 'SETTLED',
      total: 2,
      me: { rank: 2 },
      entries: [{ prizeGems: 91 }, { prizeGems: 39 }],
    })
  })

  test('takes their answers with them', async () => {
    const { contestId, players } = await played([4, 3])
    await settle()
    await leave(players[0]!)
    const [row] = await testbed.db<{ answers: unknown; rank: number; prize: bigint }>`
      select answers, claimed_time_seconds as claimed, rank, prize_gems as prize from contest_participant
      where contest_id = ${contestId} and user_id = ${players[0]!.id}`
    expect(row as unknown).toEqual({ answers: null, claimed: null, rank: 1, prize: 84n })
    // What is settled stays settled; they are only not shown any more.
    expect((await leaderboard(contestId, players[1]!)).entries).toMatchObject([
      { rank: 2, userId: players[1]!.id },
    ])
  })

  test('leaves no answer behind that was still on its way, and nobody in their place', async () => {
    const { contestId, players } = await played([3])
    const [leaver, stays] = [await testbed.player(10), players[0]!]
    await testbed.call(`POST /user/contests/${contestId}/join`, leaver)
    await testbed.call(`POST /user/contests/${contestId}/start`, leaver)
    const answers = (await testbed.answers(contestId, leaver, 4)) as GivenAnswer[]
    const contest = (await findContest(testbed.db, contestId))!
    await leave(leaver)
    // Its token was good when the request came in.
    const request = {
      userId: leaver.id as UserId,
      contest,
      answers,
      timeTakenSeconds: 7,
      now: testbed.time.now(),
    }
    const late = testbed.platform.write((tx) => submitAnswers(tx, request))
    await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const [row] = await testbed.db<{ answers: unknown; claimed: unknown; submittedAt: unknown }>`
      select answers, claimed_time_seconds as claimed, submitted_at as "submittedAt" from contest_participant
      where contest_id = ${contestId} and user_id = ${leaver.id}`
    expect(row as unknown).toEqual({ answers: null, claimed: null, submittedAt: null })
    expect(await leaderboard(contestId, stays)).toMatchObject({ total: 1, me: { rank: 1 } })
  })

  test('leaves so few that it is called off: fees go back, theirs to the account without a name', async () => {
    const { contestId, players } = await played([4, 3])
    await leave(players[0]!)
    await settle()
    expect(await gems(players)).toEqual([10, 10])
    const { body } = await testbed.call(`GET /user/contests/${contestId}`, players[1]!)
    expect(body.data).toMatchObject({ status: 'CANCELLED', cancelReason: 'TOO_FEW_PARTICIPANTS' })
  })
})

test('whoever is suspended when it is settled gets no prize, and the next takes the place', async () => {
  const { contestId, players } = await played([4, 4, 3, 2, 1])
  await testbed.db`update user_account set suspended_at = now() where id = any(${[players[0]!.id, players[2]!.id]}::uuid[])`
  await settle()
  expect(await gems(players)).toEqual([0, 75, 0, 45, 30])
  const { entries } = await leaderboard(contestId, players[1]!)
  expect(entries.map(({ rank, userId }: { rank: number; userId: string }) => [rank, userId])).toEqual([
    [1, players[1]!.id],
    [2, players[3]!.id],
    [3, players[4]!.id],
  ])
})

describe('a reminder', () => {
  test('goes to those who have joined, once each, a quarter of an hour before the start and not earlier', async () => {
    const contestId = await testbed.create({
      startsAt: addMs(testbed.time.now(), 20 * MINUTE_MS).toISOString(),
      endsAt: addMs(testbed.time.now(), 40 * MINUTE_MS).toISOString(),
    })
    const joined = await Promise.all([1, 2, 3].map(() => testbed.player(10)))
    for (const player of joined) await testbed.call(`POST /user/contests/${contestId}/join`, player)
    await testbed.player(10)
    const reminders: ReturnType<typeof contestStarting>[] = []
    const write: typeof testbed.platform.write = Object.assign(
      async <Result>(work: Parameters<typeof testbed.platform.write<Result>>[0]) => {
        const { result, events } = await testbed.platform.write.withEvents(work)
        reminders.push(
          ...(events.filter(({ name }) => name === contestStarting.eventName) as typeof reminders),
        )
        return result
      },
      { withEvents: testbed.platform.write.withEvents },
    )
    const remind = () =>
      Promise.all([1, 2, 3].map(() => remindParticipants({ write }, contestId, testbed.time.now())))
    testbed.time.pass(5 * MINUTE_MS - 1)
    await remind()
    expect(reminders).toEqual([])
    testbed.time.pass(1)
    await remind()
    await testbed.reconcile()
    await remind()
    expect(reminders).toHaveLength(1)
    expect(reminders[0]!.data).toMatchObject({ contestId, title: 'Chain sprint' })
    expect(reminders[0]!.data.userIds.toSorted()).toEqual(joined.map(({ id }) => id as never).sort())
  })
})
