import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { addMs, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { type ContestTestbed, contestPath, createContestTestbed, errorOf, gemsOf } from './contest-testbed.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import type { ContestId } from './public/contest.ts'

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

describe('a contest with three participants', () => {
  let contestId: ContestId
  let ada: TestUser
  let bob: TestUser
  let eve: TestUser

  test('the list shows the pool and the status of the user', async () => {
    ;[ada, bob, eve] = await Promise.all([testbed.player(15), testbed.player(10), testbed.player(10)])
    contestId = await testbed.create({
      title: 'Chain sprint',
      startsAt: addMs(testbed.time.now(), MINUTE_MS).toISOString(),
      prizePoolGems: 101,
    })
    const { status, body } = await testbed.call('GET /user/contests?search=sprint', ada)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ total: 1, page: 1, limit: 10 })
    expect(body.data.items[0]).toMatchObject({
      id: contestId,
      title: 'Chain sprint',
      status: 'UPCOMING',
      entryFeeGems: 10,
      prizePoolGems: 101,
      participantCount: 0,
      userStatus: { hasJoined: false, hasStarted: false, hasCompleted: false, score: null, rank: null },
    })
  })

  test('joining charges the fee once and adds it to the pool', async () => {
    await testbed.join(contestId, ada)
    expect(errorOf(await testbed.call(`POST ${contestPath(contestId, '/join')}`, ada))).toEqual([
      409,
      'ALREADY_JOINED',
    ])
    expect(await gemsOf(testbed.db, `user:${ada.id}`)).toBe(5)
    expect(await gemsOf(testbed.db, `contest:${contestId}`)).toBe(10)
    expect(await testbed.detail(contestId, ada)).toMatchObject({
      prizePoolGems: 111,
      participantCount: 1,
      userStatus: { hasJoined: true, hasStarted: false },
    })
  })

  test('a user with too few gems cannot join and is not charged', async () => {
    const poor = await testbed.player(9)
    expect(errorOf(await testbed.call(`POST ${contestPath(contestId, '/join')}`, poor))).toEqual([
      402,
      'INSUFFICIENT_GEMS',
    ])
    expect(await gemsOf(testbed.db, `user:${poor.id}`)).toBe(9)
    expect(await testbed.detail(contestId, poor)).toMatchObject({
      participantCount: 1,
      userStatus: { hasJoined: false },
    })
  })

  test('questions are hidden before the contest is live and the participant has started', async () => {
    testbed.time.pass(1)
    await testbed.join(contestId, bob)
    expect(errorOf(await testbed.call(`POST ${contestPath(contestId, '/start')}`, bob))).toEqual([
      409,
      'CONTEST_NOT_LIVE',
    ])
    expect(
      errorOf(
        await testbed.call(`POST ${contestPath(contestId, '/submit')}`, bob, {
          answers: [],
          timeTakenSeconds: 1,
        }),
      ),
    ).toEqual([409, 'CONTEST_NOT_LIVE'])
    testbed.time.pass(MINUTE_MS)
    await testbed.join(contestId, eve)
    expect(errorOf(await testbed.call(`GET ${contestPath(contestId, '/questions')}`, eve))).toEqual([
      409,
      'NOT_STARTED',
    ])
    const outsider = await testbed.player(0)
    for (const route of ['POST start', 'GET questions'] as const) {
      const [method, rest] = route.split(' ')
      expect(
        errorOf(await testbed.call(`${method} ${contestPath(contestId, `/${rest}`)}`, outsider)),
      ).toEqual([403, 'NOT_JOINED'])
    }
    expect(
      errorOf(await testbed.call(`POST ${contestPath(contestId, '/submit')}`, outsider, { answers: [] })),
    ).toEqual([403, 'NOT_JOINED'])
  })

  test('each participant sees the same questions in a different order without answers', async () => {
    const starts = await Promise.all(
      [ada, bob, eve].map((user) => testbed.call(`POST ${contestPath(contestId, '/start')}`, user)),
    )
    const seen = starts.map(({ body }) => body.data.questions as { id: string; options: string[] }[])
    expect(
      new Set(
        seen.map((questions) =>
          questions
            .map(({ id }) => id)
            .sort()
            .join(),
        ),
      ).size,
    ).toBe(1)
    expect(new Set(seen.map((questions) => JSON.stringify(questions))).size).toBe(3)
    for (const { body } of starts) {
      expect(body.data).toMatchObject({
        startedAt: testbed.time.now().toISOString(),
        questions: [{ order: 1 }, { order: 2 }, { order: 3 }, { order: 4 }],
      })
      expect(Object.keys(body.data.questions[0]).sort()).toEqual([
        'hasHint',
        'id',
        'options',
        'optionsHtml',
        'order',
        'prompt',
        'promptHtml',
        'type',
      ])
      expect(JSON.stringify(body)).not.toMatch(/correct|explanation|Because/i)
    }
    testbed.time.pass(SECOND_MS)
    const again = await testbed.call(`POST ${contestPath(contestId, '/start')}`, ada)
    expect(again.body.data).toEqual(starts[0]!.body.data)
    expect((await testbed.call(`GET ${contestPath(contestId, '/questions')}`, ada)).body.data).toEqual(
      again.body.data,
    )
  })

  test('answers to unknown questions, repeated answers and unknown options are refused', async () => {
    const [first] = await testbed.answers(contestId, bob, 4)
    const submit = (answers: unknown) =>
      testbed.call(`POST ${contestPath(contestId, '/submit')}`, bob, { answers })
    for (const answers of [
      [{ ...first, questionId: Bun.randomUUIDv7() }],
      [{ ...first, questionId: 'none' }],
      [first, first],
      [{ ...first, selectedOption: 4 }],
      [{ ...first, selectedOption: -1 }],
      [{ ...first, selectedOption: 0.5 }],
      [{ ...first, selectedOption: '0' }],
      undefined,
      Array.from({ length: 101 }, () => first),
    ])
      expect(errorOf(await submit(answers))).toEqual([400, 'VALIDATION_FAILED'])
    expect(await testbed.detail(contestId, bob)).toMatchObject({
      userStatus: { hasCompleted: false, score: null },
    })
  })

  test('answers are graded by the order of the participant and timed by the server', async () => {
    // Bob equals Ada in score and time; Eve does not. The time sent by the client is ignored.
    const answers = [
      [ada, await testbed.answers(contestId, ada, 3)],
      [bob, await testbed.answers(contestId, bob, 3)],
    ] as const
    const wrong = await testbed.answers(contestId, eve, 1)
    testbed.time.pass(10_500)
    for (const [user, given] of answers) {
      const { status, body } = await testbed.call(`POST ${contestPath(contestId, '/submit')}`, user, {
        answers: given,
        timeTakenSeconds: user === bob ? 0 : 400,
      })
      expect([status, body.data]).toEqual([
        200,
        {
          score: null,
          correctCount: null,
          totalQuestions: 4,
          timeTakenSeconds: 11,
          timeTakenMs: 11_500,
          rank: null,
          submittedAt: testbed.time.now().toISOString(),
        },
      ])
    }
    testbed.time.pass(SECOND_MS)
    const last = await testbed.call(`POST ${contestPath(contestId, '/submit')}`, eve, {
      answers: wrong,
      timeTakenSeconds: 0,
    })
    expect(last.body.data).toMatchObject({ timeTakenMs: 12_500 })
    expect(
      errorOf(await testbed.call(`POST ${contestPath(contestId, '/submit')}`, ada, { answers: [] })),
    ).toEqual([409, 'ALREADY_SUBMITTED'])
    expect((await testbed.detail(contestId, eve)).userStatus).toMatchObject({
      hasCompleted: true,
      score: null,
      rank: null,
    })
  })

  test('a live contest lists its submissions and hides results and correct answers', async () => {
    const { body } = await testbed.call(`GET ${contestPath(contestId, '/leaderboard')}`, eve)
    expect(body.data).toMatchObject({ contestId, status: 'LIVE', total: 3, me: null })
    expect(
      body.data.entries.map(({ rank, username, prizeGems }: Record<string, unknown>) => [
        rank,
        username,
        prizeGems,
      ]),
    ).toEqual([
      [null, expect.any(String), 0],
      [null, expect.any(String), 0],
      [null, eve.username, 0],
    ])
    expect(errorOf(await testbed.call(`GET ${contestPath(contestId, '/review')}`, ada))).toEqual([
      409,
      'CONTEST_NOT_SETTLED',
    ])
  })

  test('a contest is not settled before the end of its grace period', async () => {
    testbed.time.pass(240 * SECOND_MS)
    const contest = await testbed.detail(contestId, ada)
    testbed.time.pass(Date.parse(contest.endsAt) - testbed.time.now().getTime())
    await testbed.reconcile()
    expect(await testbed.detail(contestId, ada)).toMatchObject({ status: 'ENDED' })
    const late = await testbed.player(50)
    expect(errorOf(await testbed.call(`POST ${contestPath(contestId, '/join')}`, late))).toEqual([
      409,
      'CONTEST_ENDED',
    ])
    testbed.time.pass(5 * SECOND_MS - 1)
    await testbed.reconcile()
    expect(await testbed.detail(contestId, ada)).toMatchObject({ status: 'ENDED' })
  })

  test('equal results share their prizes and the rest of rounding goes to the best', async () => {
    testbed.time.pass(1)
    await testbed.reconcile()
    // 131 gems: 80 percent for two are 104, 20 percent are 26, and one gem remains.
    expect(await testbed.detail(contestId, ada)).toMatchObject({
      status: 'SETTLED',
      prizePoolGems: 131,
      participantCount: 3,
      settledAt: testbed.time.now().toISOString(),
      isGuaranteedPoolPaid: true,
      userStatus: { score: 75, rank: 1, prizeGems: 53, xpEarned: 17 },
    })
    const prizes = await Promise.all([ada, bob, eve].map((user) => testbed.detail(contestId, user)))
    expect(prizes.map(({ userStatus }) => [userStatus.rank, userStatus.prizeGems])).toEqual([
      [1, 53],
      [1, 52],
      [3, 26],
    ])
    expect(await Promise.all([ada, bob, eve].map(({ id }) => gemsOf(testbed.db, `user:${id}`)))).toEqual([
      58, 52, 26,
    ])
    expect(await gemsOf(testbed.db, `contest:${contestId}`)).toBe(0)
    const { body } = await testbed.call(`GET ${contestPath(contestId, '/leaderboard')}`, bob)
    // Equal results have no defined order.
    const shown = body.data.entries.map((entry: { prizeGems: number }) => entry.prizeGems)
    expect([new Set(shown.slice(0, 2)), shown[2]]).toEqual([new Set([53, 52]), 26])
  })

  test('winners progress towards their badge', async () => {
    for (const [user, progress] of [
      [ada, 1],
      [bob, 1],
      [eve, 0],
    ] as const) {
      const { body } = await testbed.call('GET /badges/progress/me', user)
      const badge = body.data.find(({ badgeType }: { badgeType: string }) => badgeType === 'CONTEST_WINNER')
      expect([user.username, badge.currentProgress]).toEqual([user.username, progress])
    }
  })

  test('reconciling a settled contest again changes nothing', async () => {
    await testbed.reconcile()
    expect(await gemsOf(testbed.db, `user:${ada.id}`)).toBe(58)
  })

  test('participants can review the correct answers in their own order after settlement', async () => {
    const { body } = await testbed.call(`GET ${contestPath(contestId, '/review')}`, eve)
    const shown = (await testbed.call(`GET ${contestPath(contestId, '/questions')}`, eve)).body.data.questions
    expect(body.data.questions).toHaveLength(4)
    for (const [index, question] of body.data.questions.entries()) {
      expect(question).toMatchObject(shown[index])
      expect(question.options[question.correctIndex]).toBe('right')
      expect(question.explanation).toMatch(/^Because of \d\.$/)
      expect(question.isCorrect).toBe(index < 1)
      expect(question.selectedOption === question.correctIndex).toBe(index < 1)
    }
    const outsider = await testbed.player(0)
    expect(errorOf(await testbed.call(`GET ${contestPath(contestId, '/review')}`, outsider))).toEqual([
      403,
      'NOT_JOINED',
    ])
  })

  test('the personal data export contains the participation', async () => {
    const { body } = await testbed.call('GET /user/export', bob)
    expect(body.data.contests.contests).toMatchObject([
      {
        contest: 'Chain sprint',
        score: 75,
        timeTakenMs: 11_500,
        claimedTimeSeconds: 0,
        rank: 1,
        prizeGems: 52,
        answers: { length: 4 },
      },
    ])
  })
})

describe('cancellation', () => {
  test('a contest with too few participants is cancelled and refunded', async () => {
    const contestId = await testbed.create({ minParticipants: 3 })
    const [ada, bob] = await Promise.all([testbed.player(10), testbed.player(12)])
    for (const user of [ada, bob]) await testbed.join(contestId, user)
    await testbed.play(contestId, ada, 4)
    testbed.time.pass(END_MS)
    await testbed.reconcile()
    expect(await testbed.detail(contestId, ada)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'TOO_FEW_PARTICIPANTS',
      settledAt: null,
      userStatus: { score: 100, rank: null, prizeGems: 0 },
    })
    expect(await gemsOf(testbed.db, `user:${ada.id}`)).toBe(10)
    expect(await gemsOf(testbed.db, `user:${bob.id}`)).toBe(12)
    expect(await gemsOf(testbed.db, `contest:${contestId}`)).toBe(0)
    const ledger = await testbed.call('GET /user/ledger', bob)
    expect(ledger.body.data[0]).toMatchObject({ amount: 10, reason: 'contest entry fee refunded' })
    for (const rest of ['join', 'submit'])
      expect(
        errorOf(
          await testbed.call(
            `POST ${contestPath(contestId, `/${rest}`)}`,
            rest === 'join' ? await testbed.player(10) : bob,
            {
              answers: [],
            },
          ),
        ),
      ).toEqual([409, 'CONTEST_CANCELLED'])
    expect(errorOf(await testbed.call(`GET ${contestPath(contestId, '/review')}`, ada))).toEqual([
      409,
      'CONTEST_NOT_SETTLED',
    ])
  })

  test('a contest without submissions is cancelled and refunded', async () => {
    const contestId = await testbed.create()
    const players = await Promise.all([testbed.player(10), testbed.player(10)])
    for (const user of players) await testbed.join(contestId, user)
    testbed.time.pass(END_MS)
    await testbed.reconcile()
    expect(await testbed.detail(contestId, players[0]!)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'NO_SUBMISSIONS',
    })
    for (const { id } of players) expect(await gemsOf(testbed.db, `user:${id}`)).toBe(10)
  })

  test('a contest without fee and pool is settled', async () => {
    const contestId = await testbed.create({ entryFeeGems: 0, prizePoolGems: 0, minParticipants: 1 })
    const ada = await testbed.player(0)
    await testbed.join(contestId, ada)
    await testbed.play(contestId, ada, 2)
    testbed.time.pass(END_MS)
    await testbed.reconcile()
    expect(await testbed.detail(contestId, ada)).toMatchObject({
      status: 'SETTLED',
      userStatus: { rank: 1, prizeGems: 0 },
    })
  })
})
