import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { type AdminFixture, COURSE, createAdminFixture, LESSON } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture({ CREATOR_DAILY_GEMS: '500', CREATOR_DAILY_XP: '5000' })
})
afterAll(() => fixture.stop())

const SPENT = '403 DAILY_REWARD_BUDGET_SPENT'
const outcomeOf = ({ status, body }: ApiResponse) => (status < 300 ? 'done' : `${status} ${body.error.code}`)
const hoursAhead = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const CONTEST = {
  title: 'Owl sprint',
  description: 'One question.',
  entryFeeGems: 0,
  prizePoolGems: 100,
  startsAt: hoursAhead(1),
  endsAt: hoursAhead(3),
  questions: [{ prompt: 'Which one hoots?', options: ['The owl', 'The cat'], correctIndex: 0 }],
}

/** A published course without rewards, with a function that drafts lessons in it. */
async function publishedCourse(author: TestUser) {
  const as = (route: string, body?: unknown) => fixture.call(route, body, author)
  const courseId: string = (await as('POST /admin/courses', { ...COURSE, bonusXp: 0, bonusGems: 0 })).body
    .data.id
  const draft = async (reward: object): Promise<string> =>
    (await as(`POST /admin/courses/${courseId}/lessons`, { ...LESSON, xpReward: 0, gemReward: 0, ...reward }))
      .body.data.id
  const first = await draft({})
  await as(`POST /admin/lessons/${first}/publish`)
  expect((await as(`POST /admin/courses/${courseId}/publish`)).status).toBe(200)
  /** Completes a lesson after the first one, which has no rewards. */
  const complete = async (lessonId: string, user: TestUser) => {
    await fixture.call(`POST /user-lessons/${first}/complete`, {}, user)
    return fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)
  }
  return { as, courseId, draft, complete }
}
async function gemsOf({ id }: TestUser): Promise<number> {
  const [row] = await fixture.service.test.database.query<{ gems: number }>`
    select coalesce(sum(balance), 0)::integer as gems from ledger_balance
    where account = ${`user:${id}`} and asset = 'GEM'`
  return row!.gems
}

describe('the daily budget of an author', () => {
  test('publishing, completing and archiving lessons again and again pays at most the budget to a friend', async () => {
    const { as, draft, complete } = await publishedCourse(await fixture.staff('CREATOR'))
    const friend = await fixture.service.register()
    const outcomes: string[] = []
    for (let round = 0; round < 8; round++) {
      const lessonId = await draft({ gemReward: 100 })
      outcomes.push(outcomeOf(await as(`POST /admin/lessons/${lessonId}/publish`)))
      await complete(lessonId, friend)
      await as(`POST /admin/lessons/${lessonId}/archive`)
    }
    expect(outcomes).toEqual([...Array(5).fill('done'), ...Array(3).fill(SPENT)])
    expect(await gemsOf(friend)).toBe(500)
  })

  test('lessons, bonuses, projects and prize pools of one author use one budget, and cancelling returns nothing', async () => {
    const { as, courseId, draft } = await publishedCourse(await fixture.staff('CREATOR'))
    const contest = await as('POST /admin/contests', CONTEST)
    expect(outcomeOf(contest)).toBe('done')
    await as(`POST /admin/contests/${contest.body.data.id}/cancel`)
    const offer = async (bonusGems: number) => {
      await as(`PATCH /admin/courses/${courseId}`, { bonusGems })
      return outcomeOf(await as(`POST /admin/courses/${courseId}/publish`))
    }
    expect(await offer(200)).toBe('done')
    // Lowering and raising again is a second promise; what is only edited is none.
    await offer(100)
    await as(`PATCH /admin/courses/${courseId}`, { bonusGems: 500 })
    expect(await offer(200)).toBe('done')
    const lessonId = await draft({ gemReward: 101 })
    const refused = await as(`POST /admin/lessons/${lessonId}/publish`)
    expect(outcomeOf(refused)).toBe(SPENT)
    expect(refused.body.error).toMatchObject({ left: { gems: 100, xp: 5_000 }, wanted: { gems: 101, xp: 0 } })
    expect(outcomeOf(await as('POST /admin/contests', { ...CONTEST, prizePoolGems: 101 }))).toBe(SPENT)
    expect(outcomeOf(await as('POST /admin/contests', CONTEST))).toBe('done')
    expect(outcomeOf(await as('POST /admin/contests', { ...CONTEST, prizePoolGems: 1 }))).toBe(SPENT)
    // An administrator may publish it, and another author has a budget of their own.
    expect(outcomeOf(await fixture.call(`POST /admin/lessons/${lessonId}/publish`))).toBe('done')
    const other = await fixture.staff('CREATOR')
    expect(outcomeOf(await fixture.call('POST /admin/contests', CONTEST, other))).toBe('done')
  })

  test('50 concurrent publications in different courses and contests stay within the budget', async () => {
    const author = await fixture.staff('CREATOR')
    const courses = await Promise.all(Array.from({ length: 5 }, () => publishedCourse(author)))
    const lessons: string[] = []
    for (const { draft } of courses)
      for (let index = 0; index < 5; index++) lessons.push(await draft({ gemReward: 40, xpReward: 10 }))
    const as = (route: string, body?: unknown) => fixture.call(route, body, author)
    const outcomes = (
      await Promise.all([
        ...lessons.map((id) => as(`POST /admin/lessons/${id}/publish`)),
        ...Array.from({ length: 25 }, () => as('POST /admin/contests', { ...CONTEST, prizePoolGems: 40 })),
      ])
    ).map(outcomeOf)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(12)
    expect(outcomes.filter((outcome) => outcome === SPENT)).toHaveLength(38)
    const [promised] = await fixture.service.test.database.query<{ gems: number }>`
      select gems::integer as gems from author_daily_promise where user_id = ${author.id}`
    expect(promised!.gems).toBe(480)
  })

  test('a new day has a new budget', async () => {
    const author = await fixture.staff('CREATOR')
    const as = (route: string, body?: unknown) => fixture.call(route, body, author)
    expect(outcomeOf(await as('POST /admin/contests', { ...CONTEST, prizePoolGems: 500 }))).toBe('done')
    expect(outcomeOf(await as('POST /admin/contests', CONTEST))).toBe(SPENT)
    await fixture.service.test.database.query`
      update author_daily_promise set day = day - 1 where user_id = ${author.id}`
    expect(outcomeOf(await as('POST /admin/contests', CONTEST))).toBe('done')
  })
})

describe('own content', () => {
  test('a course pays its authors no XP and no gems, and others as before', async () => {
    const author = await fixture.staff('CREATOR')
    const helper = await fixture.staff('CREATOR')
    const { as, courseId, draft, complete } = await publishedCourse(author)
    const lessonId = await draft({ gemReward: 50, xpReward: 20 })
    await as(`POST /admin/courses/${courseId}/authors`, { userId: helper.id })
    await fixture.call(`PATCH /admin/lessons/${lessonId}`, { title: 'Better words' }, helper)
    await as(`POST /admin/lessons/${lessonId}/publish`)
    for (const own of [author, helper]) {
      const { status, body } = await complete(lessonId, own)
      expect([status, body.data.xpEarned, body.data.gemsEarned]).toEqual([200, 0, 0])
      expect(body.message).toContain('You wrote this course')
      expect(await gemsOf(own)).toBe(0)
    }
    const learner = await fixture.service.register()
    const paid = await complete(lessonId, learner)
    expect([paid.body.data.xpEarned, paid.body.data.gemsEarned]).toEqual([20, 50])
  })

  test('a creator cannot guarantee a pool in a contest that is open for less than an hour', async () => {
    const author = await fixture.staff('CREATOR')
    const as = (route: string, body?: unknown) => fixture.call(route, body, author)
    const TOO_SHORT = '422 HOUSE_PRIZE_TOO_SHORT'
    for (const times of [
      { startsAt: hoursAhead(1), endsAt: hoursAhead(1.99) },
      { startsAt: hoursAhead(0), endsAt: hoursAhead(0.002) },
      { startsAt: hoursAhead(-24), endsAt: hoursAhead(0.9) },
    ]) {
      expect(outcomeOf(await as('POST /admin/contests', { ...CONTEST, ...times }))).toBe(TOO_SHORT)
      const plain = await as('POST /admin/contests', { ...CONTEST, ...times, prizePoolGems: 0 })
      expect(outcomeOf(plain)).toBe('done')
      expect(['409 CONTEST_UNDER_WAY', TOO_SHORT]).toContain(
        outcomeOf(await as(`PATCH /admin/contests/${plain.body.data.id}`, { prizePoolGems: 5 })),
      )
    }
    const made = await as('POST /admin/contests', CONTEST)
    expect(made.body.data.guaranteedPoolMinParticipants).toBe(5)
    const { id } = made.body.data
    expect(outcomeOf(await as(`PATCH /admin/contests/${id}`, { endsAt: hoursAhead(1.5) }))).toBe(TOO_SHORT)
    expect(
      outcomeOf(await fixture.call('POST /admin/contests', { ...CONTEST, endsAt: hoursAhead(1.1) })),
    ).toBe('done')
  })

  test('a contest of an administrator that a creator changes gets the rules of a creator', async () => {
    const author = await fixture.staff('CREATOR')
    const { id, guaranteedPoolMinParticipants } = (await fixture.call('POST /admin/contests', CONTEST)).body
      .data
    expect(guaranteedPoolMinParticipants).toBe(2)
    // The administrator is an author without this role today.
    await fixture.service.test.database.query`update contest set author_id = ${author.id} where id = ${id}`
    const changed = await fixture.call(
      `PATCH /admin/contests/${id}`,
      { questions: CONTEST.questions },
      author,
    )
    expect(changed.body.data.guaranteedPoolMinParticipants).toBe(5)
    const joined = (await fixture.call('POST /admin/contests', CONTEST)).body.data.id
    await fixture.service.test.database
      .query`update contest set author_id = ${author.id} where id = ${joined}`
    await fixture.call(`POST /user/contests/${joined}/join`, {}, await fixture.service.register())
    expect(
      outcomeOf(await fixture.call(`PATCH /admin/contests/${joined}`, { prizePoolGems: 101 }, author)),
    ).toBe('409 CONTEST_UNDER_WAY')
  })
})

describe('users who know the answers', () => {
  const join = (contestId: string, user: TestUser) =>
    fixture.call(`POST /user/contests/${contestId}/join`, {}, user).then(outcomeOf)

  test('the author, and staff that opened or changed a contest, cannot join it', async () => {
    const [author, reader, editor, other] = await Promise.all([
      fixture.staff('CREATOR'),
      fixture.staff('ADMIN'),
      fixture.staff('ADMIN'),
      fixture.staff('CREATOR'),
    ])
    const { id } = (await fixture.call('POST /admin/contests', CONTEST, author)).body.data
    await fixture.call(`GET /admin/contests/${id}`, undefined, reader)
    await fixture.call(`PATCH /admin/contests/${id}`, { title: 'Owls' }, editor)
    for (const knows of [author, reader, editor]) expect(await join(id, knows)).toBe('403 ANSWERS_KNOWN')
    // The list shows no answers.
    await fixture.call('GET /admin/contests', undefined, other)
    expect(await join(id, other)).toBe('done')
    expect(
      (await fixture.call(`GET /user/contests/${id}`, undefined, other)).body.data.participantCount,
    ).toBe(1)
  })

  test('staff that has joined a contest cannot read its answers until it is decided', async () => {
    const player = await fixture.staff('ADMIN')
    const { id } = (await fixture.call('POST /admin/contests', CONTEST)).body.data
    expect(await join(id, player)).toBe('done')
    const read = () => fixture.call(`GET /admin/contests/${id}`, undefined, player).then(outcomeOf)
    expect(await read()).toBe('409 ANSWERS_HIDDEN')
    expect(outcomeOf(await fixture.call(`PATCH /admin/contests/${id}`, { title: 'x' }, player))).toBe(
      '409 ANSWERS_HIDDEN',
    )
    expect(outcomeOf(await fixture.call(`POST /admin/contests/${id}/cancel`, undefined, player))).toBe('done')
    expect(await read()).toBe('done')
  })

  test('of a join and a read of the answers at the same time, one is refused', async () => {
    const seen = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const player = await fixture.staff('ADMIN')
      const { id } = (await fixture.call('POST /admin/contests', CONTEST)).body.data
      const read = () => fixture.call(`GET /admin/contests/${id}`, undefined, player).then(outcomeOf)
      const outcomes = await Promise.all(
        round % 2 === 0 ? [join(id, player), read()] : [read(), join(id, player)].toReversed(),
      )
      expect([
        ['done', '409 ANSWERS_HIDDEN'],
        ['403 ANSWERS_KNOWN', 'done'],
      ]).toContainEqual(outcomes)
      seen.add(outcomes.join())
    }
    expect(seen.size).toBeGreaterThan(0)
  })
})
