import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { ApiResponse, TestUser } from '../../../test/harness/api-client.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { type AdminFixture, COURSE, createAdminFixture, LESSON } from '../admin/admin-testbed.ts'

let fixture: AdminFixture
let moderator: TestUser
let targets: Record<'COURSE' | 'LESSON' | 'QUESTION' | 'USER', string>
beforeAll(async () => {
  fixture = await createAdminFixture()
  moderator = await fixture.staff('MODERATOR')
  const course = (await fixture.call('POST /admin/courses', COURSE)).body.data.id
  const lesson = (await fixture.call(`POST /admin/courses/${course}/lessons`, LESSON)).body.data.id
  await fixture.call(`POST /admin/lessons/${lesson}/publish`, {})
  await fixture.call(`POST /admin/courses/${course}/publish`, {})
  const [question] = await db<{ id: string }>`select id from question limit 1`
  targets = { COURSE: course, LESSON: lesson, QUESTION: question!.id, USER: (await newUser()).id }
})
afterAll(() => fixture.stop())

const db = ((...given: Parameters<AdminFixture['service']['test']['database']['query']>) =>
  fixture.service.test.database.query(...given)) as AdminFixture['service']['test']['database']['query']
const newUser = () => fixture.service.register()
const report = (user: TestUser, changes: object = {}) =>
  fixture.call('POST /reports', { kind: 'USER', targetId: targets.USER, reason: 'SPAM', ...changes }, user)
const queue = async (query = '') =>
  (await fixture.call(`GET /admin/reports?limit=100${query}`, undefined, moderator)).body
const decide = (id: string, body: object, as: TestUser = moderator) =>
  fixture.call(`POST /admin/reports/${id}/decision`, body, as)
const outcomeOf = ({ status, body }: ApiResponse) => (status < 300 ? 'OK' : `${status} ${body.error.code}`)

describe('reporting', () => {
  test('a learner reports a course, a lesson, a question and a user, and the queue shows the oldest first', async () => {
    const user = await newUser()
    const ids: string[] = []
    for (const [kind, targetId] of Object.entries(targets)) {
      const response = await report(user, { kind, targetId, reason: 'WRONG', text: ` About ${kind}. ` })
      expect([kind, response.status]).toEqual([kind, 201])
      ids.push(response.body.data.id)
    }
    const mine = (await queue()).data.filter((one: { reporterId: string }) => one.reporterId === user.id)
    expect(mine.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(mine[0]).toMatchObject({
      kind: 'COURSE',
      targetId: targets.COURSE,
      reason: 'WRONG',
      text: 'About COURSE.',
      status: 'OPEN',
      decidedAt: null,
    })
    const lessons = (await queue('&kind=LESSON')).data as { kind: string }[]
    expect(new Set(lessons.map(({ kind }) => kind))).toEqual(new Set(['LESSON']))
  })

  test('an unknown target, oneself and a wrong value are refused', async () => {
    const user = await newUser()
    for (const kind of Object.keys(targets)) {
      const unknown = await report(user, { kind, targetId: Bun.randomUUIDv7() })
      expect([kind, outcomeOf(unknown)]).toEqual([kind, '404 REPORT_TARGET_NOT_FOUND'])
    }
    expect(outcomeOf(await report(user, { kind: 'LESSON' }))).toBe('404 REPORT_TARGET_NOT_FOUND')
    expect(outcomeOf(await report(user, { targetId: user.id }))).toBe('409 OWN_REPORT')
    for (const wrong of [
      { kind: 'PLANET' },
      { reason: 'BECAUSE' },
      { targetId: 'none' },
      { text: 'x'.repeat(1_001) },
    ])
      expect([wrong, (await report(user, wrong)).status]).toEqual([wrong, 400])
    expect((await report(user, { text: 'x'.repeat(1_000) })).status).toBe(201)
  })

  test('the same report many times at once is one report', async () => {
    const user = await newUser()
    const answers = await Promise.all(Array.from({ length: 20 }, () => report(user)))
    expect(answers.map(outcomeOf)).toEqual(answers.map(() => 'OK'))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await db`select from report where user_id = ${user.id}`).toHaveLength(1)
  })

  test('of many reports at once that reach for the last one of the day, one is stored', async () => {
    const user = await newUser()
    // One below the limit, so that all requests read the same number unless they wait for each other.
    await db`
      insert into report (id, user_id, kind, target_id, reason, text, created_at)
      select uuidv7(), ${user.id}, 'QUESTION', gen_random_uuid(), 'WRONG', '', now() from generate_series(1, 19)`
    const others = await Promise.all(Array.from({ length: 10 }, newUser))
    const answers = await Promise.all(others.map(({ id }) => report(user, { targetId: id })))
    expect(answers.map(outcomeOf).sort()).toEqual([...Array(9).fill('409 REPORT_LIMIT_REACHED'), 'OK'])
    // A repetition is no new report, and the next day has its own limit.
    const stored = answers.findIndex(({ status }) => status === 201)
    expect(outcomeOf(await report(user, { targetId: others[stored]!.id }))).toBe('OK')
    await db`update report set created_at = created_at - interval '1 day' where user_id = ${user.id}`
    const refused = answers.findIndex(({ status }) => status === 409)
    expect(outcomeOf(await report(user, { targetId: others[refused]!.id }))).toBe('OK')
  })
})

describe('deciding', () => {
  test('a decision closes the report, is audited and notifies the reporter', async () => {
    const user = await newUser()
    for (const [decision, title] of [
      ['DISMISSED', 'Your report was read'],
      ['ACTED', 'Thank you for your report'],
    ] as const) {
      const { id } = (await report(user)).body.data
      const decided = await decide(id, { decision, note: 'I have read it.' })
      expect(decided.body.data).toMatchObject({ id, status: decision, reviewerId: moderator.id })
      expect(decided.body.data.note).toBe('I have read it.')
      const [entry] = await fixture.log(`&act=report.decided&subjectId=${id}`)
      expect(entry).toMatchObject({
        actorId: moderator.id,
        actorRole: 'MODERATOR',
        userId: targets.USER,
        before: { status: 'OPEN' },
        after: { status: decision, kind: 'USER', reason: 'SPAM' },
        details: { note: 'I have read it.' },
      })
      expect((await queue()).data.some((open: { id: string }) => open.id === id)).toBe(false)
      expect((await queue(`&status=${decision}`)).data.some((one: { id: string }) => one.id === id)).toBe(
        true,
      )
      await waitUntil(async () => {
        const { data } = (await fixture.call('GET /notifications', undefined, user)).body
        return JSON.stringify(data).includes(title)
      })
    }
  })

  test('of many concurrent decisions one is audited, and another decision is refused', async () => {
    const user = await newUser()
    const { id } = (await report(user)).body.data
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => decide(id, { decision: index % 2 ? 'ACTED' : 'DISMISSED' })),
    )
    expect(answers.map(outcomeOf).sort()).toEqual([
      ...Array(5).fill('409 REPORT_DECIDED'),
      ...Array(5).fill('OK'),
    ])
    expect(await fixture.log(`&act=report.decided&subjectId=${id}`)).toHaveLength(1)
  })

  test('staff do not decide reports about themselves or by themselves', async () => {
    const about = (await report(await newUser(), { targetId: moderator.id })).body.data.id
    const by = (await report(moderator)).body.data.id
    for (const id of [about, by]) {
      expect(outcomeOf(await decide(id, { decision: 'DISMISSED' }))).toBe('403 REPORT_ABOUT_YOURSELF')
      expect(outcomeOf(await decide(id, { decision: 'DISMISSED' }, fixture.admin))).toBe('OK')
    }
    expect(outcomeOf(await decide(Bun.randomUUIDv7(), { decision: 'ACTED' }))).toBe('404 REPORT_NOT_FOUND')
  })
})

test('a moderator suspends and unsuspends learners and no staff', async () => {
  const act = (verb: string, { id }: TestUser, as = moderator) =>
    fixture.call(`POST /admin/users/${id}/${verb}`, { reason: 'Reported.' }, as)
  const learner = await newUser()
  expect(outcomeOf(await act('suspend', learner))).toBe('OK')
  expect((await fixture.call('GET /user/profile', undefined, learner)).status).toBe(401)
  expect(outcomeOf(await act('unsuspend', learner))).toBe('OK')
  for (const role of ['CREATOR', 'SUPPORT', 'MODERATOR', 'ADMIN'] as const) {
    const colleague = await fixture.staff(role)
    expect([role, outcomeOf(await act('suspend', colleague))]).toEqual([role, '403 FORBIDDEN'])
    expect(outcomeOf(await act('suspend', colleague, fixture.admin))).toBe('OK')
    expect([role, outcomeOf(await act('unsuspend', colleague))]).toEqual([role, '403 FORBIDDEN'])
  }
  expect(outcomeOf(await act('suspend', moderator))).toBe('409 OWN_ACCOUNT')
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from user_account where role <> 'USER' and suspended_at is not null`
  expect(row!.count).toBe(4)
})

test('the deletion of an account removes the reporter and the texts, and the reports about the account', async () => {
  const [reporter, reported] = [await newUser(), await newUser()]
  const kept = (await report(reporter, { text: 'My own words.' })).body.data.id
  const about = (await report(reporter, { targetId: reported.id, text: 'Their name.' })).body.data.id
  const remove = ({ accessToken, password }: TestUser) =>
    fixture.service.call('DELETE /user/account', { token: accessToken, body: { password } })
  expect((await remove(reported)).status).toBe(200)
  expect(await db`select from report where id = ${about}`).toHaveLength(0)
  expect((await remove(reporter)).status).toBe(200)
  const rows = await db`select user_id, text, status from report where id = ${kept}`
  expect([...rows]).toEqual([{ user_id: null, text: '', status: 'OPEN' }])
  expect(outcomeOf(await decide(kept, { decision: 'DISMISSED' }))).toBe('OK')
})
