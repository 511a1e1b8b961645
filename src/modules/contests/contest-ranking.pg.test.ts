import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { addMs, SECOND_MS } from '../../platform/clock.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { type ContestTestbed, contestPath, createContestTestbed, errorOf } from './contest-testbed.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'

let testbed: ContestTestbed
beforeAll(async () => {
  testbed = await createContestTestbed()
})
afterAll(async () => {
  const { faults } = await auditLedger(testbed.platform.database, [auditContestEscrows])
  await testbed.stop()
  expect(faults).toEqual([])
})

const END_MS = 305 * SECOND_MS

describe('ranking and deadlines', () => {
  test('ranks compare score, then time, then the submission time', async () => {
    const contestId = await testbed.create({ prizeTable: [40, 30, 20, 10], prizePoolGems: 60 })
    const [slow, quick, early, late] = (await Promise.all([1, 2, 3, 4].map(() => testbed.player(10)))) as [
      TestUser,
      TestUser,
      TestUser,
      TestUser,
    ]
    for (const user of [slow, quick, early, late]) await testbed.join(contestId, user)
    const start = (user: TestUser) => testbed.call(`POST ${contestPath(contestId, '/start')}`, user)
    const submit = async (user: TestUser, right: number) =>
      testbed.call(`POST ${contestPath(contestId, '/submit')}`, user, {
        answers: await testbed.answers(contestId, user, right),
      })
    await start(slow)
    await start(early)
    testbed.time.pass(SECOND_MS)
    await start(late)
    await start(quick)
    testbed.time.pass(SECOND_MS)
    await submit(early, 2)
    expect((await submit(quick, 3)).body.data).toMatchObject({ rank: null, timeTakenMs: 1_000 })
    testbed.time.pass(SECOND_MS)
    expect((await submit(late, 2)).body.data).toMatchObject({ rank: null, timeTakenMs: 2_000 })
    expect((await submit(slow, 3)).body.data).toMatchObject({ rank: null, timeTakenMs: 3_000 })
    testbed.time.pass(END_MS)
    await testbed.reconcile()
    const { body } = await testbed.call(`GET ${contestPath(contestId, '/leaderboard')}`, slow)
    expect(
      body.data.entries.map(({ rank, userId, prizeGems }: Record<string, unknown>) => [
        rank,
        userId,
        prizeGems,
      ]),
    ).toEqual([
      [1, quick.id, 40],
      [2, slow.id, 30],
      [3, early.id, 20],
      [4, late.id, 10],
    ])
  })

  test('submissions are accepted until five seconds after the deadline of the attempt', async () => {
    const contestId = await testbed.create({ maxDurationSeconds: 60 })
    const [inTime, tooLate, unstarted] = (await Promise.all([1, 2, 3].map(() => testbed.player(10)))) as [
      TestUser,
      TestUser,
      TestUser,
    ]
    for (const user of [inTime, tooLate, unstarted]) await testbed.join(contestId, user)
    for (const user of [inTime, tooLate]) {
      const { body } = await testbed.call(`POST ${contestPath(contestId, '/start')}`, user)
      expect(Date.parse(body.data.deadlineAt) - Date.parse(body.data.startedAt)).toBe(60_000)
    }
    const answers = await testbed.answers(contestId, inTime, 4)
    const submit = (user: TestUser) =>
      testbed.call(`POST ${contestPath(contestId, '/submit')}`, user, {
        answers: user === inTime ? answers : [],
      })
    testbed.time.pass(65 * SECOND_MS)
    expect((await submit(inTime)).body.data).toMatchObject({ timeTakenMs: 65_000 })
    testbed.time.pass(1)
    expect(errorOf(await submit(tooLate))).toEqual([409, 'CONTEST_ENDED'])
    // Without a start, the attempt counts from joining.
    expect(errorOf(await submit(unstarted))).toEqual([409, 'CONTEST_ENDED'])
  })

  test('an attempt without a start counts from joining or from the start of the contest', async () => {
    const contestId = await testbed.create({
      startsAt: addMs(testbed.time.now(), 30 * SECOND_MS).toISOString(),
    })
    const [before, after] = (await Promise.all([testbed.player(10), testbed.player(10)])) as [
      TestUser,
      TestUser,
    ]
    await testbed.join(contestId, before)
    testbed.time.pass(40 * SECOND_MS)
    await testbed.join(contestId, after)
    testbed.time.pass(5 * SECOND_MS)
    const submit = async (user: TestUser) =>
      (
        await testbed.call(`POST ${contestPath(contestId, '/submit')}`, user, {
          answers: [],
          timeTakenSeconds: 0,
        })
      ).body
    expect((await submit(before)).data).toMatchObject({ timeTakenMs: 15_000 })
    expect((await submit(after)).data).toMatchObject({ timeTakenMs: 5_000 })
    expect((await testbed.detail(contestId, before)).userStatus).toMatchObject({ hasStarted: true })
  })

  test('a submission within the grace period after the end is ranked', async () => {
    const contestId = await testbed.create()
    const [ada, bob] = (await Promise.all([testbed.player(10), testbed.player(10)])) as [TestUser, TestUser]
    for (const user of [ada, bob]) await testbed.join(contestId, user)
    await testbed.call(`POST ${contestPath(contestId, '/start')}`, ada)
    const answers = await testbed.answers(contestId, ada, 4)
    testbed.time.pass(305 * SECOND_MS)
    const submit = (user: TestUser) =>
      testbed.call(`POST ${contestPath(contestId, '/submit')}`, user, {
        answers: user === ada ? answers : [],
      })
    expect((await submit(ada)).status).toBe(200)
    testbed.time.pass(1)
    expect(errorOf(await submit(bob))).toEqual([409, 'CONTEST_ENDED'])
    await testbed.reconcile()
    expect((await testbed.detail(contestId, ada)).userStatus).toMatchObject({ rank: 1, prizeGems: 20 })
  })
})
