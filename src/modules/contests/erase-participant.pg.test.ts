import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import type { GivenAnswer } from '../questions/public/grade-answers.ts'
import { type ContestTestbed, createContestTestbed, gemsOf } from './contest-testbed.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import type { ContestId } from './public/contest.ts'
import { findContest } from './queries.ts'
import { submitAnswers } from './submit-answers.ts'

let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed()
})
afterAll(async () => {
  const { faults } = await auditLedger(testbed.platform.database, [auditContestEscrows])
  await testbed.stop()
  expect(faults).toEqual([])
})

/** Creates a live contest with one submission for each number of correct answers. */
async function createPlayedContest(
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
async function deleteAccount(player: TestUser): Promise<void> {
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

describe('account deletion', () => {
  test('a participant deleted before the end gets no rank and no prize, and the fee stays in the pool', async () => {
    const { contestId, players } = await createPlayedContest([4, 3, 2])
    const [best, second, third] = players as [TestUser, TestUser, TestUser]
    await deleteAccount(best)
    expect((await leaderboard(contestId, second)).entries).toMatchObject([
      { rank: null, userId: second.id },
      { rank: null, userId: third.id },
    ])
    await settle()
    // 130 gems: 70 percent for the first, 30 for the second.
    expect(await gems(players)).toEqual([0, 91, 39])
    expect(await leaderboard(contestId, third)).toMatchObject({
      status: 'SETTLED',
      total: 2,
      me: { rank: 2 },
      entries: [{ prizeGems: 91 }, { prizeGems: 39 }],
    })
  })

  test('deleting an account deletes its answers', async () => {
    const { contestId, players } = await createPlayedContest([4, 3])
    await settle()
    await deleteAccount(players[0]!)
    const [row] = await testbed.db<{ answers: unknown; rank: number; prize: bigint }>`
      select answers, claimed_time_seconds as claimed, rank, prize_gems as prize from contest_participant
      where contest_id = ${contestId} and user_id = ${players[0]!.id}`
    expect(row as unknown).toEqual({ answers: null, claimed: null, rank: 1, prize: 84n })
    // Results stay; the deleted user is not shown.
    expect((await leaderboard(contestId, players[1]!)).entries).toMatchObject([
      { rank: 2, userId: players[1]!.id },
    ])
  })

  test('a submission during the account deletion is not stored', async () => {
    const { contestId, players } = await createPlayedContest([3])
    const [leaver, stays] = [await testbed.player(10), players[0]!]
    await testbed.call(`POST /user/contests/${contestId}/join`, leaver)
    await testbed.call(`POST /user/contests/${contestId}/start`, leaver)
    const answers = (await testbed.answers(contestId, leaver, 4)) as GivenAnswer[]
    const contest = (await findContest(testbed.db, contestId))!
    await deleteAccount(leaver)
    // The token was valid when the request arrived.
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
    expect(await leaderboard(contestId, stays)).toMatchObject({ total: 1, entries: [{ userId: stays.id }] })
  })

  test('a contest left with too few participants is cancelled and all fees are refunded', async () => {
    const { contestId, players } = await createPlayedContest([4, 3])
    await deleteAccount(players[0]!)
    await settle()
    expect(await gems(players)).toEqual([10, 10])
    const { body } = await testbed.call(`GET /user/contests/${contestId}`, players[1]!)
    expect(body.data).toMatchObject({ status: 'CANCELLED', cancelReason: 'TOO_FEW_PARTICIPANTS' })
  })
})

test('a suspended participant gets no prize and the next one moves up', async () => {
  const { contestId, players } = await createPlayedContest([4, 4, 3, 2, 1])
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
