import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { gemBalanceOf, giveGems } from '../../../test/harness/give-gems.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { type AdminFixture, createAdminFixture } from '../admin/admin-testbed.ts'
import { auditContestEscrows } from '../contests/public/audit-escrows.ts'
import { auditLedger } from '../ledger/public/audit-ledger.ts'
import { nextWeek, questionIdsOfRun } from './contest-plan.ts'
import { createPlannedRuns } from './create-planned-runs.ts'

const SETTINGS = { CREATOR_DAILY_GEMS: '500', CREATOR_POOL_GEMS: '500' }
let fixture: AdminFixture
let platform: TestPlatform
beforeAll(async () => {
  fixture = await createAdminFixture(SETTINGS)
  platform = await openTestPlatform(fixture.service.test, { settings: SETTINGS })
})
afterAll(async () => {
  await platform.close()
  await fixture.stop()
})

const outcomeOf = ({ status, body }: ApiResponse) => (status < 300 ? 'done' : `${status} ${body.error.code}`)
const START = Date.now() + HOUR_MS
const at = (ms: number) => new Date(START + ms).toISOString()
const PLAN = { title: 'Owl sprint', startsAt: at(0), endsAt: at(2 * HOUR_MS) }
const query = () => fixture.service.test.database.query

let written = 0
async function newQuestions(author: TestUser, count: number, fields: object = {}): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const question = {
      prompt: `Which one hoots, number ${++written}?`,
      options: ['The owl', 'The cat'],
      correctIndex: 0,
      explanation: 'Cats do not.',
      ...fields,
    }
    ids.push((await fixture.call('POST /admin/questions', question, author)).body.data.id)
  }
  return ids
}

async function newPlan(author: TestUser, fields: object = {}, questionCount = 2) {
  const questionIds = await newQuestions(author, questionCount)
  const { body } = await fixture.call(
    'POST /admin/contest-plans',
    { ...PLAN, questionIds, ...fields },
    author,
  )
  return body.data as { id: string; questionIds: string[]; version: number }
}

const publish = (id: string, author: TestUser) =>
  fixture.call(`POST /admin/contest-plans/${id}/publish`, undefined, author)

async function runsOf(planId: string) {
  return query()<{ id: string; startsAt: Date; questionIds: string[]; prompts: string[] }>`
    select id, starts_at as "startsAt", to_jsonb(question_ids) as "questionIds",
      array(select prompt from question where question.id = any(question_ids) order by prompt) as prompts
    from contest where series_key = ${`plan:${planId}`} order by starts_at`
}

/** Runs the job of the service as if it were later. */
const runJob = (now: Date) => createPlannedRuns(platform, { now })

describe('a plan', () => {
  test('a draft is incomplete, changes with its version, and is not seen by learners', async () => {
    const author = await fixture.staff('CREATOR')
    const made = await fixture.call('POST /admin/contest-plans', { title: 'Owls' }, author)
    const { id, checklist, budget } = made.body.data
    expect(checklist.map(({ code }: { code: string }) => code)).toEqual([
      'TIMES_MISSING',
      'TOO_FEW_QUESTIONS',
    ])
    expect(budget).toMatchObject({ dailyLimit: 500, leftToday: 500 })
    expect(outcomeOf(await publish(id, author))).toBe('422 CONTEST_PLAN_INCOMPLETE')
    const patch = (body: object, version: number) =>
      fixture.call(`PATCH /admin/contest-plans/${id}`, body, author, { 'if-match': `"${version}"` })
    expect(outcomeOf(await patch({ title: 'More owls' }, 1))).toBe('done')
    const stale = await patch({ title: 'Fewer owls' }, 1)
    expect(outcomeOf(stale)).toBe('412 VERSION_CHANGED')
    expect(stale.body.error.resource).toMatchObject({ id, title: 'More owls', version: 2 })
    expect(
      (await fixture.call('GET /admin/contests?search=more owls', undefined, author)).body.meta.total,
    ).toBe(0)
    expect(outcomeOf(await fixture.call(`DELETE /admin/contest-plans/${id}`, undefined, author))).toBe('done')
    expect(outcomeOf(await fixture.call(`GET /admin/contest-plans/${id}`, undefined, author))).toBe(
      '404 CONTEST_PLAN_NOT_FOUND',
    )
  })

  test('another author neither sees nor changes it; an administrator does', async () => {
    const [author, other] = [await fixture.staff('CREATOR'), await fixture.staff('CREATOR')]
    const { id } = await newPlan(author)
    const UNKNOWN = '404 CONTEST_PLAN_NOT_FOUND'
    for (const [route, body] of [
      [`GET /admin/contest-plans/${id}`],
      [`PATCH /admin/contest-plans/${id}`, { title: 'Mine' }],
      [`DELETE /admin/contest-plans/${id}`],
      [`POST /admin/contest-plans/${id}/publish`],
      [`POST /admin/contest-plans/${id}/stop`],
    ] as const)
      expect([route, outcomeOf(await fixture.call(route, body, other))]).toEqual([route, UNKNOWN])
    expect((await fixture.call('GET /admin/contest-plans', undefined, other)).body.meta.total).toBe(0)
    expect(outcomeOf(await fixture.call(`GET /admin/contest-plans/${id}`))).toBe('done')
    await publish(id, author)
    const [contest] = await runsOf(id)
    const DENIED = '403 NOT_AN_AUTHOR'
    for (const [route, body] of [
      [`GET /admin/contests/${contest!.id}`],
      [`GET /admin/contests/${contest!.id}/results`],
      [`PATCH /admin/contests/${contest!.id}`, { title: 'Mine' }],
      [`POST /admin/contests/${contest!.id}/cancel`],
    ] as const)
      expect([route, outcomeOf(await fixture.call(route, body, other))]).toEqual([route, DENIED])
    expect(
      outcomeOf(await fixture.call(`GET /admin/contests/${contest!.id}/results`, undefined, author)),
    ).toBe('done')
  })

  test('of 20 publications at the same time one creates a contest and promises its pool', async () => {
    const author = await fixture.staff('CREATOR')
    const { id } = await newPlan(author, { prizePoolGems: 100 })
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => publish(id, author).then(outcomeOf)))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', '409 CONTEST_PLAN_PUBLISHED']))
    expect(await runsOf(id)).toHaveLength(1)
    const { budget } = (await fixture.call(`GET /admin/contest-plans/${id}`, undefined, author)).body.data
    expect(budget.leftToday).toBe(400)
  })

  test('a pool above the budget is refused with numbers, and nothing is created', async () => {
    const author = await fixture.staff('CREATOR')
    await publish((await newPlan(author, { prizePoolGems: 450 })).id, author)
    const { id } = await newPlan(author, { prizePoolGems: 51 })
    const refused = await publish(id, author)
    expect(outcomeOf(refused)).toBe('403 DAILY_REWARD_BUDGET_SPENT')
    expect(refused.body.error.left.gems).toBe(50)
    const { checklist, status } = (await fixture.call(`GET /admin/contest-plans/${id}`, undefined, author))
      .body.data
    expect([status, checklist]).toEqual(['DRAFT', [{ code: 'BUDGET_SPENT', isBlocking: true, count: 50 }]])
    expect(await runsOf(id)).toEqual([])
  })

  test('questions of others, of published lessons and archived ones stop a publication', async () => {
    const [author, other] = [await fixture.staff('CREATOR'), await fixture.staff('CREATOR')]
    const [foreign] = await newQuestions(other, 1)
    const [known] = await newQuestions(author, 1, { use: 'PRACTICE' })
    const [archived] = await newQuestions(author, 1)
    await fixture.call(`POST /admin/questions/${known}/publish`, undefined, author)
    await fixture.call(`POST /admin/questions/${archived}/archive`, undefined, author)
    const { id } = await newPlan(author, { questionIds: [foreign, known, archived] })
    const refused = await publish(id, author)
    expect(refused.body.error.problems).toEqual(['QUESTIONS_UNAVAILABLE', 'QUESTIONS_KNOWN'])
    const { questions } = (await fixture.call(`GET /admin/contest-plans/${id}`, undefined, author)).body.data
    expect(questions.map((question: { id: string }) => question.id)).toEqual([known, archived])
    expect(questions[0]).not.toHaveProperty('correctIndex')
  })

  test('a question that a contest of another plan has asked stops a publication', async () => {
    const author = await fixture.staff('CREATOR')
    const first = await newPlan(author)
    const [fresh] = await newQuestions(author, 1)
    const questionIds = [first.questionIds[0]!, fresh!]
    const second = await newPlan(author, { questionIds })
    const read = async () =>
      (await fixture.call(`GET /admin/contest-plans/${second.id}`, undefined, author)).body.data.checklist
    // A draft has asked nothing yet.
    expect(await read()).toEqual([])
    expect(outcomeOf(await publish(first.id, author))).toBe('done')
    expect(await read()).toEqual([{ code: 'QUESTIONS_ASKED', isBlocking: true, count: 1 }])
    const refused = await publish(second.id, author)
    expect([outcomeOf(refused), refused.body.error.problems]).toEqual([
      '422 CONTEST_PLAN_INCOMPLETE',
      ['QUESTIONS_ASKED'],
    ])
    expect(await runsOf(second.id)).toEqual([])
  })

  test('of ten plans with the same questions that are published at the same time, one is', async () => {
    const author = await fixture.staff('CREATOR')
    const { id, questionIds } = await newPlan(author)
    const ids = [id]
    while (ids.length < 10) ids.push((await newPlan(author, { questionIds }, 0)).id)
    const outcomes = await Promise.all(ids.map((planId) => publish(planId, author).then(outcomeOf)))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(new Set(outcomes)).toEqual(new Set(['done', '422 CONTEST_PLAN_INCOMPLETE']))
    expect((await Promise.all(ids.map(runsOf))).flat()).toHaveLength(1)
  })
})

describe('a plan of an author that an administrator publishes', () => {
  test('has the limit, the budget and the rules of its owner', async () => {
    const author = await fixture.staff('CREATOR')
    const above = await newPlan(author, { prizePoolGems: 501 })
    const { checklist, budget } = (await fixture.call(`GET /admin/contest-plans/${above.id}`)).body.data
    expect(checklist).toEqual([{ code: 'POOL_ABOVE_LIMIT', isBlocking: true, count: 500 }])
    expect(budget).toEqual({ poolLimit: 500, dailyLimit: 500, leftToday: 500 })
    expect(outcomeOf(await publish(above.id, fixture.admin))).toBe('403 REWARD_NEEDS_ADMIN')

    const short = await newPlan(author, { prizePoolGems: 100, endsAt: at(HOUR_MS / 2) })
    expect((await publish(short.id, fixture.admin)).body.error.problems).toEqual(['OPEN_TOO_SHORT'])

    const { id } = await newPlan(author, { prizePoolGems: 450 })
    const published = await publish(id, fixture.admin)
    expect(outcomeOf(published)).toBe('done')
    expect(published.body.data.budget.leftToday).toBe(50)
    const [contest] = await query()`
      select author_id as "authorId", house_min_participants as "houseMinParticipants" from contest
      where series_key = ${`plan:${id}`}`
    expect(contest).toEqual({ authorId: author.id, houseMinParticipants: 5 })
    const [run] = await runsOf(id)
    for (const user of [author, fixture.admin])
      expect(outcomeOf(await fixture.call(`POST /user/contests/${run!.id}/join`, {}, user))).toBe(
        '403 ANSWERS_KNOWN',
      )

    const spent = await newPlan(author, { prizePoolGems: 51 })
    expect(outcomeOf(await publish(spent.id, fixture.admin))).toBe('403 DAILY_REWARD_BUDGET_SPENT')
    for (const plan of [above, short, spent]) expect(await runsOf(plan.id)).toEqual([])
  })

  test('gets no question that its owner may not read', async () => {
    const [author, other] = [await fixture.staff('CREATOR'), await fixture.staff('CREATOR')]
    const [foreign] = await newQuestions(other, 1, { use: 'CHALLENGE' })
    await fixture.call(`POST /admin/questions/${foreign}/publish`, undefined, other)
    const { id } = await newPlan(author, { questionIds: [foreign] })
    const read = (await fixture.call(`GET /admin/contest-plans/${id}`)).body.data
    expect(read.questions).toEqual([])
    expect(read.checklist).toEqual([{ code: 'QUESTIONS_UNAVAILABLE', isBlocking: true, count: 1 }])
    expect((await publish(id, fixture.admin)).body.error.problems).toEqual(['QUESTIONS_UNAVAILABLE'])
    expect(await runsOf(id)).toEqual([])
  })

  test('is refused if its owner has lost the role or is suspended', async () => {
    const [former, suspended] = [await fixture.staff('CREATOR'), await fixture.staff('CREATOR')]
    const plans = [await newPlan(former), await newPlan(suspended)]
    await query()`update user_account set role = 'USER' where id = ${former.id}`
    await query()`update user_account set suspended_at = now() where id = ${suspended.id}`
    for (const { id } of plans) {
      const refused = await publish(id, fixture.admin)
      expect([outcomeOf(refused), refused.body.error.problems]).toEqual([
        '422 CONTEST_PLAN_INCOMPLETE',
        ['NO_SUCH_AUTHOR'],
      ])
      const { checklist, budget } = (await fixture.call(`GET /admin/contest-plans/${id}`)).body.data
      expect(checklist).toEqual([{ code: 'NO_SUCH_AUTHOR', isBlocking: true, count: null }])
      expect(budget.leftToday).toBe(0)
      expect(await runsOf(id)).toEqual([])
    }
  })
})

describe('who may read the questions of a pool', () => {
  test('the owner, all who are or were authors of a course with a question, and administrators cannot join; learners can', async () => {
    const [author, coAuthor, formerCoAuthor, outsider] = await Promise.all([
      fixture.staff('CREATOR'),
      fixture.staff('CREATOR'),
      fixture.staff('CREATOR'),
      fixture.staff('CREATOR'),
    ])
    // More administrators than the list for notifications has. The last one is suspended meanwhile.
    for (let index = 0; index < 100; index++) {
      const id = await insertUser(query())
      await query()`update user_account set role = 'ADMIN', created_at = now() - interval '1 day' where id = ${id}`
    }
    const suspended = await fixture.staff('ADMIN')
    await query()`update user_account set suspended_at = now() where id = ${suspended.id}`
    const course = {
      title: 'Owls',
      description: 'Birds.',
      category: 'BLOCKCHAIN',
      level: 'BEGINNER',
      bonusXp: 0,
      bonusGems: 0,
    }
    const courseId = (await fixture.call('POST /admin/courses', course, author)).body.data.id
    const lesson = {
      title: 'Hooting',
      xpReward: 0,
      gemReward: 0,
      slides: [
        { type: 'QUIZ', question: { prompt: 'Who hoots?', options: ['Owl', 'Cat'], correctIndex: 0 } },
      ],
    }
    const made = await fixture.call(`POST /admin/courses/${courseId}/lessons`, lesson, author)
    const questionId = made.body.data.slides[0].questionId
    for (const { id: userId } of [coAuthor, formerCoAuthor])
      await fixture.call(`POST /admin/courses/${courseId}/authors`, { userId }, author)
    const removed = `DELETE /admin/courses/${courseId}/authors/${formerCoAuthor.id}`
    expect(outcomeOf(await fixture.call(removed, undefined, author))).toBe('done')
    const { id } = await newPlan(author, { questionIds: [questionId] })
    expect(outcomeOf(await publish(id, author))).toBe('done')
    const [contest] = await runsOf(id)
    const join = (user: TestUser) =>
      fixture.call(`POST /user/contests/${contest!.id}/join`, {}, user).then(outcomeOf)
    await query()`update user_account set suspended_at = null where id = ${suspended.id}`
    const readers = { author, coAuthor, formerCoAuthor, admin: fixture.admin, suspended }
    for (const [name, user] of Object.entries(readers))
      expect([name, await join(user)]).toEqual([name, '403 ANSWERS_KNOWN'])
    expect(await join(outsider)).toBe('done')
  })
})

describe('a series', () => {
  test('two workers at the same time create each run once, and no question is asked twice', async () => {
    const author = await fixture.staff('CREATOR')
    const { id } = await newPlan(author, { runs: 3, questionsPerAttempt: 2 }, 7)
    expect(outcomeOf(await publish(id, author))).toBe('done')
    expect(await runsOf(id)).toHaveLength(1)
    // Nothing is due before the first run starts.
    await runJob(new Date(START - 1))
    expect(await runsOf(id)).toHaveLength(1)
    for (const [week, expected] of [
      [0, 2],
      [1, 3],
      [2, 3],
    ] as const) {
      const now = new Date(START + week * 7 * DAY_MS)
      await Promise.all([runJob(now), runJob(now), runJob(now)])
      expect(await runsOf(id)).toHaveLength(expected)
    }
    const runs = await runsOf(id)
    expect(runs.map(({ startsAt }) => startsAt.getTime() - START)).toEqual([0, 7 * DAY_MS, 14 * DAY_MS])
    const prompts = runs.flatMap((run) => run.prompts)
    expect(runs.map((run) => run.prompts.length)).toEqual([2, 2, 2])
    expect(new Set(prompts).size).toBe(6)
    const { status, nextStartsAt } = (await fixture.call(`GET /admin/contest-plans/${id}`, undefined, author))
      .body.data
    expect([status, nextStartsAt]).toEqual(['DONE', null])
  })

  test('a run above the budget of the day is tried again, and left out when its start has passed', async () => {
    const author = await fixture.staff('CREATOR')
    const { id } = await newPlan(author, { runs: 3, prizePoolGems: 300 }, 3)
    await publish(id, author)
    const spent = async (day: Date) =>
      query()`insert into author_daily_promise (user_id, day, xp, gems) values (${author.id}, ${day.toISOString().slice(0, 10)}::date, 0, 400)
        on conflict (user_id, day) do update set gems = 400`
    const firstStart = new Date(START)
    await spent(firstStart)
    await runJob(firstStart)
    expect(await runsOf(id)).toHaveLength(1)
    const read = async () =>
      (await fixture.call(`GET /admin/contest-plans/${id}`, undefined, author)).body.data
    expect(await read()).toMatchObject({
      status: 'RUNNING',
      runsDone: 1,
      problem: 'DAILY_REWARD_BUDGET_SPENT',
    })
    // The next day has a new budget.
    await runJob(addMs(firstStart, DAY_MS))
    expect(await read()).toMatchObject({ status: 'RUNNING', runsDone: 2, problem: null })
    // The service was down for weeks: the last run is left out.
    await runJob(addMs(firstStart, 30 * DAY_MS))
    expect(await read()).toMatchObject({ status: 'DONE', runsDone: 3, problem: 'RUN_MISSED' })
    expect(await runsOf(id)).toHaveLength(2)
  })

  test('a stopped series, and a series of a learner who was an author, create no further run', async () => {
    const author = await fixture.staff('CREATOR')
    const stopped = await newPlan(author, { runs: 2 })
    const orphaned = await newPlan(author, { runs: 2 })
    await publish(stopped.id, author)
    await publish(orphaned.id, author)
    const stop = () => fixture.call(`POST /admin/contest-plans/${stopped.id}/stop`, undefined, author)
    expect((await stop()).body.data.status).toBe('STOPPED')
    expect(outcomeOf(await stop())).toBe('409 CONTEST_PLAN_NOT_RUNNING')
    await query()`update user_account set role = 'USER' where id = ${author.id}`
    await runJob(new Date(START))
    expect(await runsOf(stopped.id)).toHaveLength(1)
    expect(await runsOf(orphaned.id)).toHaveLength(1)
    const { status, problem } = (await fixture.call(`GET /admin/contest-plans/${orphaned.id}`)).body.data
    expect([status, problem]).toEqual(['STOPPED', 'NO_SUCH_AUTHOR'])
  })

  test('a run leaves out questions that another plan has asked meanwhile', async () => {
    const author = await fixture.staff('CREATOR')
    const { id, questionIds } = await newPlan(author, { runs: 2 })
    expect(outcomeOf(await publish(id, author))).toBe('done')
    const plan = { id, terms: { runs: 2, questionIds } } as unknown as Parameters<typeof questionIdsOfRun>[0]
    const other = await newPlan(author, { questionIds: questionIdsOfRun(plan, 1) })
    expect(outcomeOf(await publish(other.id, author))).toBe('done')
    await runJob(new Date(START))
    expect(await runsOf(id)).toHaveLength(1)
    const { status, problem } = (await fixture.call(`GET /admin/contest-plans/${id}`)).body.data
    expect([status, problem]).toEqual(['RUNNING', 'CONTEST_PLAN_INCOMPLETE'])
  })

  test('a hundred series that always fail do not hide a later one', async () => {
    const author = await fixture.staff('CREATOR')
    const { id } = await newPlan(author, { runs: 2 })
    await publish(id, author)
    const early = new Date(START - 1)
    await query()`
      insert into contest_plan (id, owner_id, status, terms, runs_done, next_starts_at, due_at, created_at, updated_at)
      select gen_random_uuid(), ${author.id}, 'RUNNING', '{"broken": true}', 1, ${at(DAY_MS)}, ${early}, now(), now()
      from generate_series(1, 100)`
    try {
      await expect(runJob(new Date(START))).rejects.toThrow('Series whose run stays due')
      expect(await runsOf(id)).toHaveLength(2)
    } finally {
      await query()`delete from contest_plan where terms ? 'broken'`
    }
  })

  test('weekly runs keep their local time when the clocks change, and divide the pool', () => {
    const before = new Date('2026-10-22T16:00:00.000Z')
    expect(nextWeek(before, 'Europe/Paris').toISOString()).toBe('2026-10-29T17:00:00.000Z')
    expect(nextWeek(before, 'Africa/Nairobi').toISOString()).toBe('2026-10-29T16:00:00.000Z')
    const terms = { runs: 3, questionIds: Array.from({ length: 10 }, (_, index) => `q${index}`) }
    const plan = { id: 'p', terms } as unknown as Parameters<typeof questionIdsOfRun>[0]
    const drawn = [0, 1, 2].flatMap((index) => questionIdsOfRun(plan, index))
    expect([drawn.length, new Set(drawn).size]).toEqual([9, 9])
  })
})

describe('results', () => {
  test('ranking, options and files are there after the end, and refunds are counted before a cancellation', async () => {
    const author = await fixture.staff('CREATOR')
    const { id } = await newPlan(author)
    await publish(id, author)
    const [contest] = await runsOf(id)
    const path = `/admin/contests/${contest!.id}/results`
    const read = (more = '') => fixture.call(`GET ${path}${more}`, undefined, author)
    const player = await fixture.service.register()
    await fixture.call(`POST /user/contests/${contest!.id}/join`, {}, player)
    await query()`update contest set starts_at = now() - interval '1 hour' where id = ${contest!.id}`
    const { questions } = (await fixture.call(`POST /user/contests/${contest!.id}/start`, {}, player)).body
      .data
    const rightOf = ({ options }: { options: string[] }) => options.indexOf('The owl')
    const answers = [
      { questionId: questions[0].id, selectedOption: rightOf(questions[0]) },
      { questionId: questions[1].id, selectedOption: 1 - rightOf(questions[1]) },
    ]
    await fixture.call(`POST /user/contests/${contest!.id}/submit`, { answers }, player)
    expect((await read()).body.data).toMatchObject({ submissionCount: 1, entries: [], questions: null })
    expect(outcomeOf(await read('?format=csv'))).toBe('409 CONTEST_NOT_SETTLED')
    await query()`update contest set outcome = 'SETTLED', decided_at = now(), finished_at = now() where id = ${contest!.id}`
    const { entries, questions: stats } = (await read()).body.data
    expect(entries).toMatchObject([{ rank: 1, userId: player.id, score: 50, correctCount: 1 }])
    const byId = new Map(stats.map((one: { id: string }) => [one.id, one]))
    const options = (owl: number, cat: number) => [
      { text: 'The owl', isCorrect: true, chosenCount: owl },
      { text: 'The cat', isCorrect: false, chosenCount: cat },
    ]
    expect(byId.get(questions[0].id)).toMatchObject({
      askedCount: 1,
      correctCount: 1,
      options: options(1, 0),
    })
    expect(byId.get(questions[1].id)).toMatchObject({
      askedCount: 1,
      correctCount: 0,
      options: options(0, 1),
    })
    const file = await read('?format=csv&table=questions')
    expect(file.headers.get('content-type')).toStartWith('text/csv')
    expect(String(file.body)).toContain('The owl: ')
  })

  test('a cancellation while learners join refunds every fee and keeps the note', async () => {
    const FEE = 10
    const author = await fixture.staff('CREATOR')
    const { id } = await newPlan(author, { entryFeeGems: FEE })
    await publish(id, author)
    const [contest] = await runsOf(id)
    const players = await Promise.all(Array.from({ length: 8 }, () => fixture.service.register()))
    for (const player of players) await giveGems(query(), player.id, 25)
    const balances = () => Promise.all(players.map((player) => gemBalanceOf(query(), player.id)))
    const before = await balances()
    const join = (player: TestUser) =>
      fixture.call(`POST /user/contests/${contest!.id}/join`, {}, player).then(outcomeOf)
    const cancel = () =>
      fixture.call(`POST /admin/contests/${contest!.id}/cancel`, { note: 'A question was wrong.' }, author)
    const first = await join(players[0]!)
    expect([first, await gemBalanceOf(query(), players[0]!.id)]).toEqual(['done', before[0]! - FEE])
    const outcomes = await Promise.all([
      ...players.slice(1).map(join),
      cancel().then(outcomeOf),
      cancel().then(outcomeOf),
    ])
    expect(outcomes.slice(-2).sort()).toEqual(['409 CONTEST_CANCELLED', 'done'])
    const results = await fixture.call(`GET /admin/contests/${contest!.id}/results`, undefined, author)
    const joined = 1 + outcomes.slice(0, 7).filter((outcome) => outcome === 'done').length
    expect(results.body.data).toMatchObject({
      cancelNote: 'A question was wrong.',
      contest: { status: 'CANCELLED', participantCount: joined },
    })
    await waitUntil(async () => {
      const [row] = await query()`select finished_at as "finishedAt" from contest where id = ${contest!.id}`
      return row!.finishedAt !== null
    })
    expect(await balances()).toEqual(before)
    const [moved] = await query()`
      select coalesce(-sum(amount) filter (where amount < 0), 0)::integer as paid,
        coalesce(sum(amount) filter (where amount > 0), 0)::integer as refunded
      from ledger_entry join ledger_transfer on ledger_transfer.id = transfer_id
      where source ^@ ${`contest:${contest!.id}:`} and account ^@ 'user:'`
    expect(moved).toEqual({ paid: joined * FEE, refunded: joined * FEE })
    const [escrow] = await query()`
      select coalesce(sum(balance), 0)::integer as gems from ledger_balance where account ^@ ${`contest:${contest!.id}`}`
    expect(escrow!.gems).toBe(0)
    expect((await auditLedger(fixture.service.test.database, [auditContestEscrows])).faults).toEqual([])
  })
})
