import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/service.ts'
import { addMs, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { type ContestTestbed, createContestTestbed, gemsOf } from './contest-testbed.ts'
import { auditContestEscrows } from './public/audit-escrows.ts'
import type { ContestId } from './public/contest.ts'

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

const END_MS = 305 * SECOND_MS
const path = (contestId: ContestId, rest = '') => `/user/contests/${contestId}${rest}`
const detail = async (contestId: ContestId, user: TestUser) =>
  (await testbed.call(`GET ${path(contestId)}`, user)).body.data
const outcomeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]
async function enter(contestId: ContestId, user: TestUser, roomCode?: string): Promise<void> {
  const answer = await testbed.call(`POST ${path(contestId, '/join')}`, user, roomCode && { roomCode })
  expect([answer.status, answer.body]).toEqual([
    200,
    { success: true, message: 'You have joined the contest' },
  ])
}
async function play(contestId: ContestId, user: TestUser, right: number) {
  expect((await testbed.call(`POST ${path(contestId, '/start')}`, user)).status).toBe(200)
  const answers = await testbed.answers(contestId, user, right)
  testbed.time.pass(10 * SECOND_MS)
  const answer = await testbed.call(`POST ${path(contestId, '/submit')}`, user, {
    answers,
    timeTakenSeconds: 3,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

describe('a contest of three', () => {
  let contestId: ContestId
  let ada: TestUser
  let bob: TestUser
  let eve: TestUser

  test('is listed with its pool and what one has to do with it', async () => {
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

  test('takes the fee once, and adds it to the pool', async () => {
    await enter(contestId, ada)
    expect(outcomeOf(await testbed.call(`POST ${path(contestId, '/join')}`, ada))).toEqual([
      409,
      'ALREADY_JOINED',
    ])
    expect(await gemsOf(testbed.db, `user:${ada.id}`)).toBe(5)
    expect(await gemsOf(testbed.db, `contest:${contestId}`)).toBe(10)
    expect(await detail(contestId, ada)).toMatchObject({
      prizePoolGems: 111,
      participantCount: 1,
      userStatus: { hasJoined: true, hasStarted: false },
    })
  })

  test('refuses whoever has too few gems, and charges nothing', async () => {
    const poor = await testbed.player(9)
    expect(outcomeOf(await testbed.call(`POST ${path(contestId, '/join')}`, poor))).toEqual([
      402,
      'INSUFFICIENT_GEMS',
    ])
    expect(await gemsOf(testbed.db, `user:${poor.id}`)).toBe(9)
    expect(await detail(contestId, poor)).toMatchObject({
      participantCount: 1,
      userStatus: { hasJoined: false },
    })
  })

  test('shows no question before it is live and one has started', async () => {
    testbed.time.pass(1)
    await enter(contestId, bob)
    expect(outcomeOf(await testbed.call(`POST ${path(contestId, '/start')}`, bob))).toEqual([
      409,
      'CONTEST_NOT_LIVE',
    ])
    expect(
      outcomeOf(
        await testbed.call(`POST ${path(contestId, '/submit')}`, bob, { answers: [], timeTakenSeconds: 1 }),
      ),
    ).toEqual([409, 'CONTEST_NOT_LIVE'])
    testbed.time.pass(MINUTE_MS)
    await enter(contestId, eve)
    expect(outcomeOf(await testbed.call(`GET ${path(contestId, '/questions')}`, eve))).toEqual([
      409,
      'NOT_STARTED',
    ])
    const stranger = await testbed.player(0)
    for (const route of ['POST start', 'GET questions'] as const) {
      const [method, rest] = route.split(' ')
      expect(outcomeOf(await testbed.call(`${method} ${path(contestId, `/${rest}`)}`, stranger))).toEqual([
        403,
        'NOT_JOINED',
      ])
    }
    expect(
      outcomeOf(await testbed.call(`POST ${path(contestId, '/submit')}`, stranger, { answers: [] })),
    ).toEqual([403, 'NOT_JOINED'])
  })

  test('shows everybody the same questions in an order of their own, and never the answer', async () => {
    const starts = await Promise.all(
      [ada, bob, eve].map((user) => testbed.call(`POST ${path(contestId, '/start')}`, user)),
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
      expect(Object.keys(body.data.questions[0]).sort()).toEqual(['id', 'options', 'order', 'prompt'])
      expect(JSON.stringify(body)).not.toMatch(/correct|explanation|Because/i)
    }
    testbed.time.pass(SECOND_MS)
    const again = await testbed.call(`POST ${path(contestId, '/start')}`, ada)
    expect(again.body.data).toEqual(starts[0]!.body.data)
    expect((await testbed.call(`GET ${path(contestId, '/questions')}`, ada)).body.data).toEqual(
      again.body.data,
    )
  })

  test('takes no answer to a question that it has not asked, twice, or beyond the options', async () => {
    const [first] = await testbed.answers(contestId, bob, 4)
    const submit = (answers: unknown) => testbed.call(`POST ${path(contestId, '/submit')}`, bob, { answers })
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
      expect(outcomeOf(await submit(answers))).toEqual([400, 'VALIDATION_FAILED'])
    expect(await detail(contestId, bob)).toMatchObject({ userStatus: { hasCompleted: false, score: null } })
  })

  test('grades by what each saw, and counts by its own clock', async () => {
    // Bob is as good as Ada in the same time, and Eve is not; what they say of their time is no matter.
    const answers = [
      [ada, await testbed.answers(contestId, ada, 3)],
      [bob, await testbed.answers(contestId, bob, 3)],
    ] as const
    const wrong = await testbed.answers(contestId, eve, 1)
    testbed.time.pass(10_500)
    for (const [user, given] of answers) {
      const { status, body } = await testbed.call(`POST ${path(contestId, '/submit')}`, user, {
        answers: given,
        timeTakenSeconds: user === bob ? 0 : 400,
      })
      expect([status, body.data]).toEqual([
        200,
        {
          score: 75,
          correctCount: 3,
          totalQuestions: 4,
          timeTakenSeconds: 11,
          timeTakenMs: 11_500,
          rank: 1,
          submittedAt: testbed.time.now().toISOString(),
        },
      ])
    }
    testbed.time.pass(SECOND_MS)
    const last = await testbed.call(`POST ${path(contestId, '/submit')}`, eve, {
      answers: wrong,
      timeTakenSeconds: 0,
    })
    expect(last.body.data).toMatchObject({ score: 25, correctCount: 1, timeTakenMs: 12_500, rank: 3 })
    expect(outcomeOf(await testbed.call(`POST ${path(contestId, '/submit')}`, ada, { answers: [] }))).toEqual(
      [409, 'ALREADY_SUBMITTED'],
    )
    expect((await detail(contestId, eve)).userStatus).toMatchObject({
      hasCompleted: true,
      score: 25,
      rank: 3,
    })
  })

  test('has a ranking while it is live, and shows no answer yet', async () => {
    const { body } = await testbed.call(`GET ${path(contestId, '/leaderboard')}`, eve)
    expect(body.data).toMatchObject({ contestId, status: 'LIVE', total: 3, me: { rank: 3, score: 25 } })
    expect(
      body.data.entries.map(({ rank, username, prizeGems }: Record<string, unknown>) => [
        rank,
        username,
        prizeGems,
      ]),
    ).toEqual([
      [1, expect.any(String), 0],
      [1, expect.any(String), 0],
      [3, eve.username, 0],
    ])
    expect(outcomeOf(await testbed.call(`GET ${path(contestId, '/review')}`, ada))).toEqual([
      409,
      'CONTEST_NOT_SETTLED',
    ])
  })

  test('is not settled before its end and the grace after it', async () => {
    testbed.time.pass(240 * SECOND_MS)
    const contest = await detail(contestId, ada)
    testbed.time.pass(Date.parse(contest.endsAt) - testbed.time.now().getTime())
    await testbed.reconcile()
    expect(await detail(contestId, ada)).toMatchObject({ status: 'ENDED' })
    const late = await testbed.player(50)
    expect(outcomeOf(await testbed.call(`POST ${path(contestId, '/join')}`, late))).toEqual([
      409,
      'CONTEST_ENDED',
    ])
    testbed.time.pass(5 * SECOND_MS - 1)
    await testbed.reconcile()
    expect(await detail(contestId, ada)).toMatchObject({ status: 'ENDED' })
  })

  test('pays equals the sum of their places, the rest by the table, and odd gems to the best', async () => {
    testbed.time.pass(1)
    await testbed.reconcile()
    // 131 gems: 80 percent for two are 104 and a little, 20 percent are 26, and one is left over.
    expect(await detail(contestId, ada)).toMatchObject({
      status: 'SETTLED',
      prizePoolGems: 131,
      participantCount: 3,
      settledAt: testbed.time.now().toISOString(),
      userStatus: { score: 75, rank: 1, prizeGems: 53 },
    })
    const prizes = await Promise.all([ada, bob, eve].map((user) => detail(contestId, user)))
    expect(prizes.map(({ userStatus }) => [userStatus.rank, userStatus.prizeGems])).toEqual([
      [1, 53],
      [1, 52],
      [3, 26],
    ])
    expect(await Promise.all([ada, bob, eve].map(({ id }) => gemsOf(testbed.db, `user:${id}`)))).toEqual([
      58, 52, 26,
    ])
    expect(await gemsOf(testbed.db, `contest:${contestId}`)).toBe(0)
    const { body } = await testbed.call(`GET ${path(contestId, '/leaderboard')}`, bob)
    // Equals stand in no order of their own.
    const shown = body.data.entries.map((entry: { prizeGems: number }) => entry.prizeGems)
    expect([new Set(shown.slice(0, 2)), shown[2]]).toEqual([new Set([53, 52]), 26])
  })

  test('moves the badge of those who won it', async () => {
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

  test('stays as it is however often it is swept', async () => {
    await testbed.reconcile()
    expect(await gemsOf(testbed.db, `user:${ada.id}`)).toBe(58)
  })

  test('shows the right answers, and yours, in your order, to those who took part', async () => {
    const { body } = await testbed.call(`GET ${path(contestId, '/review')}`, eve)
    const shown = (await testbed.call(`GET ${path(contestId, '/questions')}`, eve)).body.data.questions
    expect(body.data.questions).toHaveLength(4)
    for (const [index, question] of body.data.questions.entries()) {
      expect(question).toMatchObject(shown[index])
      expect(question.options[question.correctIndex]).toBe('right')
      expect(question.explanation).toMatch(/^Because of \d\.$/)
      expect(question.isCorrect).toBe(index < 1)
      expect(question.selectedOption === question.correctIndex).toBe(index < 1)
    }
    const stranger = await testbed.player(0)
    expect(outcomeOf(await testbed.call(`GET ${path(contestId, '/review')}`, stranger))).toEqual([
      403,
      'NOT_JOINED',
    ])
  })

  test('tells a participant all that it keeps of them', async () => {
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

describe('a contest', () => {
  test('with too few players is called off, and every fee goes back', async () => {
    const contestId = await testbed.create({ minParticipants: 3 })
    const [ada, bob] = await Promise.all([testbed.player(10), testbed.player(12)])
    for (const user of [ada, bob]) await enter(contestId, user)
    await play(contestId, ada, 4)
    testbed.time.pass(END_MS)
    await testbed.reconcile()
    expect(await detail(contestId, ada)).toMatchObject({
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
        outcomeOf(
          await testbed.call(
            `POST ${path(contestId, `/${rest}`)}`,
            rest === 'join' ? await testbed.player(10) : bob,
            {
              answers: [],
            },
          ),
        ),
      ).toEqual([409, 'CONTEST_CANCELLED'])
    expect(outcomeOf(await testbed.call(`GET ${path(contestId, '/review')}`, ada))).toEqual([
      409,
      'CONTEST_NOT_SETTLED',
    ])
  })

  test('in which nobody submitted is called off, and every fee goes back', async () => {
    const contestId = await testbed.create()
    const players = await Promise.all([testbed.player(10), testbed.player(10)])
    for (const user of players) await enter(contestId, user)
    testbed.time.pass(END_MS)
    await testbed.reconcile()
    expect(await detail(contestId, players[0]!)).toMatchObject({
      status: 'CANCELLED',
      cancelReason: 'NO_SUBMISSIONS',
    })
    for (const { id } of players) expect(await gemsOf(testbed.db, `user:${id}`)).toBe(10)
  })

  test('without a fee and a pool is settled all the same', async () => {
    const contestId = await testbed.create({ entryFeeGems: 0, prizePoolGems: 0, minParticipants: 1 })
    const ada = await testbed.player(0)
    await enter(contestId, ada)
    await play(contestId, ada, 2)
    testbed.time.pass(END_MS)
    await testbed.reconcile()
    expect(await detail(contestId, ada)).toMatchObject({
      status: 'SETTLED',
      userStatus: { rank: 1, prizeGems: 0 },
    })
  })

  test('ranks by points, then by less time, then by the earlier submission', async () => {
    const contestId = await testbed.create({ prizeTable: [40, 30, 20, 10], prizePoolGems: 60 })
    const [slow, quick, early, late] = (await Promise.all([1, 2, 3, 4].map(() => testbed.player(10)))) as [
      TestUser,
      TestUser,
      TestUser,
      TestUser,
    ]
    for (const user of [slow, quick, early, late]) await enter(contestId, user)
    const start = (user: TestUser) => testbed.call(`POST ${path(contestId, '/start')}`, user)
    const submit = async (user: TestUser, right: number) =>
      testbed.call(`POST ${path(contestId, '/submit')}`, user, {
        answers: await testbed.answers(contestId, user, right),
      })
    await start(slow)
    await start(early)
    testbed.time.pass(SECOND_MS)
    await start(late)
    await start(quick)
    testbed.time.pass(SECOND_MS)
    await submit(early, 2)
    expect((await submit(quick, 3)).body.data).toMatchObject({ rank: 1, timeTakenMs: 1_000 })
    testbed.time.pass(SECOND_MS)
    expect((await submit(late, 2)).body.data).toMatchObject({ rank: 3, timeTakenMs: 2_000 })
    expect((await submit(slow, 3)).body.data).toMatchObject({ rank: 2, timeTakenMs: 3_000 })
    testbed.time.pass(END_MS)
    await testbed.reconcile()
    const { body } = await testbed.call(`GET ${path(contestId, '/leaderboard')}`, slow)
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

  test('takes answers until the deadline and five seconds more, and not a moment longer', async () => {
    const contestId = await testbed.create({ maxDurationSeconds: 60 })
    const [inTime, tooLate, unstarted] = (await Promise.all([1, 2, 3].map(() => testbed.player(10)))) as [
      TestUser,
      TestUser,
      TestUser,
    ]
    for (const user of [inTime, tooLate, unstarted]) await enter(contestId, user)
    for (const user of [inTime, tooLate]) {
      const { body } = await testbed.call(`POST ${path(contestId, '/start')}`, user)
      expect(Date.parse(body.data.deadlineAt) - Date.parse(body.data.startedAt)).toBe(60_000)
    }
    const answers = await testbed.answers(contestId, inTime, 4)
    const submit = (user: TestUser) =>
      testbed.call(`POST ${path(contestId, '/submit')}`, user, { answers: user === inTime ? answers : [] })
    testbed.time.pass(65 * SECOND_MS)
    expect((await submit(inTime)).body.data).toMatchObject({ score: 100, timeTakenMs: 65_000 })
    testbed.time.pass(1)
    expect(outcomeOf(await submit(tooLate))).toEqual([409, 'CONTEST_ENDED'])
    // Who never started has had the time since joining, so that nobody thinks for an hour and answers in a second.
    expect(outcomeOf(await submit(unstarted))).toEqual([409, 'CONTEST_ENDED'])
  })

  test('counts from joining, or from its start, for those who submit without starting', async () => {
    const contestId = await testbed.create({
      startsAt: addMs(testbed.time.now(), 30 * SECOND_MS).toISOString(),
    })
    const [before, after] = (await Promise.all([testbed.player(10), testbed.player(10)])) as [
      TestUser,
      TestUser,
    ]
    await enter(contestId, before)
    testbed.time.pass(40 * SECOND_MS)
    await enter(contestId, after)
    testbed.time.pass(5 * SECOND_MS)
    const submit = async (user: TestUser) =>
      (await testbed.call(`POST ${path(contestId, '/submit')}`, user, { answers: [], timeTakenSeconds: 0 }))
        .body
    expect((await submit(before)).data).toMatchObject({ timeTakenMs: 15_000, rank: 1 })
    expect((await submit(after)).data).toMatchObject({ timeTakenMs: 5_000, rank: 1 })
    expect((await detail(contestId, before)).userStatus).toMatchObject({ hasStarted: true, rank: 2 })
  })

  test('takes what was on its way at its end, and ranks it', async () => {
    const contestId = await testbed.create()
    const [ada, bob] = (await Promise.all([testbed.player(10), testbed.player(10)])) as [TestUser, TestUser]
    for (const user of [ada, bob]) await enter(contestId, user)
    testbed.time.pass(305 * SECOND_MS)
    const submit = (user: TestUser) =>
      testbed.call(`POST ${path(contestId, '/submit')}`, user, { answers: [] })
    expect((await submit(ada)).status).toBe(200)
    testbed.time.pass(1)
    expect(outcomeOf(await submit(bob))).toEqual([409, 'CONTEST_ENDED'])
    await testbed.reconcile()
    expect((await detail(contestId, ada)).userStatus).toMatchObject({ rank: 1, prizeGems: 120 })
  })
})

describe('a private contest', () => {
  test('is there for those who have joined it, and is joined with its code', async () => {
    const contestId = await testbed.create({ type: 'PRIVATE', title: 'Among friends' })
    const [row] = await testbed.db<{
      code: string
    }>`select room_code as code from contest where id = ${contestId}`
    const code = row!.code
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{6}$/)
    const [ada, bob, eve] = (await Promise.all([
      testbed.player(10),
      testbed.player(10),
      testbed.player(10),
    ])) as [TestUser, TestUser, TestUser]
    for (const route of [
      'GET ',
      'GET /leaderboard',
      'GET /questions',
      'GET /review',
      'POST /start',
      'POST /submit',
    ]) {
      const [method, rest] = route.split(' ')
      const body = rest === '/submit' ? { answers: [] } : undefined
      expect(outcomeOf(await testbed.call(`${method} ${path(contestId, rest)}`, ada, body))).toEqual([
        404,
        'CONTEST_NOT_FOUND',
      ])
    }
    expect((await testbed.call('GET /user/contests?search=friends', ada)).body.data.total).toBe(0)
    for (const body of [undefined, {}, { roomCode: code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA' }])
      expect(outcomeOf(await testbed.call(`POST ${path(contestId, '/join')}`, ada, body))).toEqual([
        403,
        'ROOM_CODE_INVALID',
      ])
    expect(outcomeOf(await testbed.call(`POST ${path(contestId, '/join')}`, ada, { roomCode: 'x' }))).toEqual(
      [400, 'VALIDATION_FAILED'],
    )
    expect(await gemsOf(testbed.db, `user:${ada.id}`)).toBe(10)

    await enter(contestId, ada, code.toLowerCase())
    expect(await detail(contestId, ada)).toMatchObject({ type: 'PRIVATE', roomCode: code })
    expect((await testbed.call('GET /user/contests?search=friends', ada)).body.data.items).toMatchObject([
      { id: contestId, userStatus: { hasJoined: true } },
    ])
    expect((await testbed.call('GET /user/contests?search=friends', eve)).body.data.items).toEqual([])
    const joined = await testbed.call('POST /user/contests/join', bob, { roomCode: code })
    expect([joined.status, joined.body.data]).toEqual([200, { contestId }])
    expect(outcomeOf(await testbed.call('POST /user/contests/join', bob, { roomCode: code }))).toEqual([
      409,
      'ALREADY_JOINED',
    ])
    expect(outcomeOf(await testbed.call('POST /user/contests/join', eve, { roomCode: 'AAAAAA' }))).toEqual([
      404,
      'CONTEST_NOT_FOUND',
    ])
    expect(await gemsOf(testbed.db, `contest:${contestId}`)).toBe(20)
  })
})

describe('the list', () => {
  test('is by beginning, either way, in pages, and finds words of title and description as they are', async () => {
    const words = Bun.randomUUIDv7()
    const made: string[] = []
    for (const minutes of [3, 1, 2])
      made[minutes] = await testbed.create({
        title: `100% ${words}`,
        description: `under_score ${minutes}`,
        startsAt: addMs(testbed.time.now(), minutes * MINUTE_MS).toISOString(),
        endsAt: addMs(testbed.time.now(), 10 * MINUTE_MS).toISOString(),
      })
    const ada = await testbed.player(0)
    const list = async (query: string) => {
      const { status, body } = await testbed.call(`GET /user/contests?${query}`, ada)
      expect(status).toBe(200)
      return [body.data.items.map(({ id }: { id: string }) => made.indexOf(id)), body.data.total]
    }
    const search = encodeURIComponent(`100% ${words.toUpperCase()}`)
    expect(await list(`search=${search}`)).toEqual([[3, 2, 1], 3])
    expect(await list(`search=${search}&order=ASC`)).toEqual([[1, 2, 3], 3])
    expect(await list(`search=${search}&order=ASC&limit=2&page=2`)).toEqual([[3], 3])
    expect(await list(`search=${search}&page=9`)).toEqual([[], 3])
    expect(await list(`search=${words}%25under_score%202`)).toEqual([[], 0])
    expect(await list(`search=${words}%20under_score%202`)).toEqual([[2], 1])
    expect(await list(`search=${words}%20underXscore`)).toEqual([[], 0])
    for (const query of ['page=0', 'limit=101', 'order=asc', 'order=', `search=${'x'.repeat(101)}`])
      expect(outcomeOf(await testbed.call(`GET /user/contests?${query}`, ada))).toEqual([
        400,
        'VALIDATION_FAILED',
      ])
  })
})
