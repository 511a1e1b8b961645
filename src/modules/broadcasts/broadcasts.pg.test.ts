import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { type AdminFixture, createAdminFixture } from '../admin/admin-testbed.ts'
import type { BroadcastId } from './broadcast.ts'
import { sendNextMessages, sendRunningBroadcasts } from './send-broadcast.ts'

let fixture: AdminFixture
let platform: TestPlatform
let country = 'AD'
beforeAll(async () => {
  fixture = await createAdminFixture()
  platform = await openTestPlatform(fixture.service.test, { reactions: () => reactionTable([]) })
})
afterAll(async () => {
  await platform.close()
  await fixture.stop()
})
const COUNTRIES = [
  'AD',
  'AE',
  'AF',
  'AG',
  'AL',
  'AM',
  'AO',
  'AR',
  'AT',
  'AU',
  'AZ',
  'BA',
  'BB',
  'BD',
  'BE',
  'BF',
]
// Each test has its own users, by their country.
beforeEach(() => {
  country = COUNTRIES.shift()!
})

const db = () => fixture.service.test.database.query
const deps = () => ({ ...platform, connections: { sendToUser: () => {} }, linkBase: 'lyceum://' }) as never
const data = async (route: string, body?: unknown) => (await fixture.call(route, body)).body.data
const codeOf = async (route: string, body?: unknown) => {
  const { status, body: response } = await fixture.call(route, body)
  return `${status} ${response.error?.code ?? ''}`.trim()
}

async function learner(details: { language?: string } = {}): Promise<TestUser> {
  const user = await fixture.service.register()
  await db()`
    update user_account set country = ${country}, language = ${details.language ?? 'en'} where id = ${user.id}`
  return user
}

const TEXTS = {
  en: { title: 'Hello', body: 'New courses are here.' },
  fr: { title: 'Bonjour', body: 'De nouveaux cours sont arrivés.' },
}
const draftBody = (changes: object = {}) => ({
  name: 'News',
  type: 'ANNOUNCEMENT',
  texts: TEXTS,
  fallbackLanguage: 'en',
  link: 'courses',
  segment: { countries: [country] },
  ...changes,
})
const create = async (changes: object = {}): Promise<{ id: BroadcastId; version: number }> =>
  data('POST /admin/broadcasts', draftBody(changes))
const send = (id: string, changes: object = {}) =>
  fixture.call(`POST /admin/broadcasts/${id}/send`, { version: 1, confirmName: 'News', ...changes })
const read = (id: string) => data(`GET /admin/broadcasts/${id}`)
const messagesOf = (id: string) => db()<{ userId: string; title: string; type: string; link: string }>`
  select user_id as "userId", title, type, link from notification where dedup_key = ${`broadcast:${id}`}`
const sent = (id: string) => waitUntil(async () => (await read(id)).status === 'SENT')

describe('a broadcast', () => {
  test('reaches the users of its segment once, in their language, over the channels that they want', async () => {
    const [english, french, arabic, muted, suspended] = [
      await learner(),
      await learner({ language: 'fr-CA' }),
      await learner({ language: 'ar' }),
      await learner(),
      await learner(),
    ]
    const channels = { ANNOUNCEMENT: { inApp: false, push: false, email: false } }
    await fixture.call('PUT /notifications/preferences', { channels }, muted)
    await fixture.call(`POST /admin/users/${suspended.id}/suspend`, { reason: 'Spam.' })
    const { id } = await create()
    const { body, status } = await send(id)
    expect([status, body.data]).toMatchObject([200, { status: 'SCHEDULED', expectedCount: 4, sentCount: 0 }])
    await sent(id)
    const got = new Map((await messagesOf(id)).map(({ userId, ...message }) => [userId, message]))
    const message = { type: 'ANNOUNCEMENT', link: 'courses' }
    expect(Object.fromEntries(got)).toEqual({
      [english.id]: { ...message, title: 'Hello' },
      [french.id]: { ...message, title: 'Bonjour' },
      [arabic.id]: { ...message, title: 'Hello' },
    })
    const after = await read(id)
    expect(after).toMatchObject({ status: 'SENT', sentCount: 3, isExpectedCapped: false })
    expect(after.finishedAt >= after.startedAt).toBe(true)
    const [entry] = (await fixture.call('GET /notifications', undefined, french)).body.data
    expect(entry).toMatchObject({ title: 'Bonjour', type: 'ANNOUNCEMENT' })
    const log = await fixture.log(`&subjectKind=broadcast&subjectId=${id}`)
    expect(log.map(({ act }) => act)).toEqual(['broadcast.scheduled', 'broadcast.created'])
    expect(log[0]!.after).toMatchObject({ segment: { countries: [country] }, expectedCount: 4 })
  })

  test('uses no channel that the draft leaves out', async () => {
    const user = await learner()
    await db()`update user_account set email_verified_at = now() where id = ${user.id}`
    const channels = { ANNOUNCEMENT: { inApp: true, push: true, email: true } }
    await fixture.call('PUT /notifications/preferences', { channels }, user)
    const { id } = await create({ channels: { inApp: false, push: false, email: true } })
    await send(id)
    await sent(id)
    expect((await fixture.call('GET /notifications', undefined, user)).body.data).toEqual([])
    const deliveries = await db()<{ channel: string }>`
      select channel from notification_delivery join notification on notification.id = notification_id
      where user_id = ${user.id}`
    expect(deliveries.map(({ channel }) => channel)).toEqual(['EMAIL'])
  })

  test('is previewed with its count, its text in every language, and a message to oneself', async () => {
    await learner()
    await learner()
    const { id } = await create()
    const preview = await data(`POST /admin/broadcasts/${id}/preview`, {})
    expect(preview.recipients).toEqual({ count: 2, isCapped: false })
    expect(
      preview.messages.map(({ language, title }: Record<string, string>) => `${language} ${title}`),
    ).toEqual(['ar Hello', 'en Hello', 'fr Bonjour', 'pt Hello', 'sw Hello'])
    expect([await messagesOf(id), preview.isTestSent]).toEqual([[], false])
    const tested = await data(`POST /admin/broadcasts/${id}/preview`, { sendTest: true, language: 'fr' })
    expect(tested.isTestSent).toBe(true)
    const [entry] = await data('GET /notifications')
    expect(entry).toMatchObject({ title: 'Bonjour', body: TEXTS.fr.body })
    // The test does not count as sent, and the admin gets the message itself too.
    expect(await read(id)).toMatchObject({ status: 'DRAFT', sentCount: 0 })
    expect((await fixture.log()).map(({ act }) => act).slice(0, 2)).toEqual([
      'broadcast.tested',
      'broadcast.created',
    ])
  })

  test('is sent only with its name and the version that was read, and only once', async () => {
    await learner()
    const { id } = await create()
    const route = `POST /admin/broadcasts/${id}/send`
    expect(await codeOf(route, { version: 1, confirmName: 'Newss' })).toBe('422 BROADCAST_NOT_CONFIRMED')
    await data(`PATCH /admin/broadcasts/${id}`, { version: 1, name: 'Other news' })
    expect(await codeOf(route, { version: 1, confirmName: 'Other news' })).toBe('412 BROADCAST_CHANGED')
    for (const days of [-1, 400]) {
      const sendAt = addMs(new Date(), days * DAY_MS).toISOString()
      expect(await codeOf(route, { version: 2, confirmName: 'Other news', sendAt })).toBe(
        '422 BROADCAST_TIME_INVALID',
      )
    }
    const body = { version: 2, confirmName: 'Other news' }
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(route, body)))
    expect(codes.sort()).toEqual(['200', ...Array(4).fill('409 BROADCAST_NOT_DRAFT')])
    await sent(id)
    expect(await messagesOf(id)).toHaveLength(1)
    expect(await codeOf(`PATCH /admin/broadcasts/${id}`, { version: 2, name: 'Late' })).toBe(
      '409 BROADCAST_NOT_DRAFT',
    )
    expect(await codeOf(`POST /admin/broadcasts/${id}/stop`)).toBe('409 BROADCAST_NOT_RUNNING')
  })

  test('has texts without HTML, one of them in the fallback language, and a channel', async () => {
    const text = TEXTS.en
    const wrong = [
      { texts: {} },
      { texts: { en: { ...text, body: '<b>new</b>' } } },
      { texts: { en: { ...text, title: '' } } },
      { texts: { 'en-US': text } },
      { channels: { inApp: false, push: false, email: false } },
      { link: 'https://elsewhere.example' },
      { messagesPerSecond: 0 },
      { messagesPerSecond: 201 },
      { type: 'BADGE_EARNED' },
      { segment: { lang: 'en' } },
    ]
    for (const changes of wrong)
      expect(await codeOf('POST /admin/broadcasts', draftBody(changes))).toMatch(/^400/)
    const fallback = '422 BROADCAST_WITHOUT_FALLBACK'
    expect(await codeOf('POST /admin/broadcasts', draftBody({ fallbackLanguage: 'sw' }))).toBe(fallback)
    const { id } = await create()
    expect(await codeOf(`PATCH /admin/broadcasts/${id}`, { version: 1, texts: { fr: text } })).toBe(fallback)
    expect(await codeOf(`GET /admin/broadcasts/${crypto.randomUUID()}`)).toBe('404 BROADCAST_NOT_FOUND')
  })

  test('of two edits of one version the second is refused', async () => {
    const { id } = await create()
    const edit = (messagesPerSecond: number) =>
      codeOf(`PATCH /admin/broadcasts/${id}`, { version: 1, messagesPerSecond })
    expect((await Promise.all([edit(5), edit(6), edit(7)])).sort()).toEqual([
      '200',
      '412 BROADCAST_CHANGED',
      '412 BROADCAST_CHANGED',
    ])
  })

  test('is listed with its progress, newest first, by status', async () => {
    const [first, second] = [await create(), await create()]
    const { body } = await fixture.call('GET /admin/broadcasts?status=DRAFT&limit=2')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect(body.meta.total).toBeGreaterThanOrEqual(2)
    expect((await fixture.call('GET /admin/broadcasts?status=STOPPED')).status).toBe(200)
  })
})

describe('the sending', () => {
  test('waits for its time, and a scheduled broadcast can be stopped', async () => {
    await learner()
    const inAnHour = addMs(new Date(), HOUR_MS)
    const [kept, stopped] = [await create(), await create()]
    for (const { id } of [kept, stopped])
      expect((await send(id, { sendAt: inAnHour.toISOString() })).body.data.status).toBe('SCHEDULED')
    await sendRunningBroadcasts(deps(), { clock: () => addMs(inAnHour, -1_000) })
    expect((await read(kept.id)).status).toBe('SCHEDULED')
    expect(await data(`POST /admin/broadcasts/${stopped.id}/stop`)).toMatchObject({
      status: 'STOPPED',
      sentCount: 0,
    })
    await sendRunningBroadcasts(deps(), { clock: () => inAnHour })
    expect([(await read(kept.id)).status, (await messagesOf(kept.id)).length]).toEqual(['SENT', 1])
    expect(await messagesOf(stopped.id)).toHaveLength(0)
  })

  test('keeps the rate, whichever process takes the next step', async () => {
    for (let count = 0; count < 5; count++) await learner()
    const { id } = await create({ messagesPerSecond: 2 })
    const start = addMs(new Date(), HOUR_MS)
    await send(id, { sendAt: start.toISOString() })
    const step = (ms: number) => platform.write((tx) => sendNextMessages(tx, deps(), id, addMs(start, ms)))
    const counts: number[] = []
    for (const ms of [0, 1, 999, 1_000, 1_500, 2_000]) {
      await step(ms)
      counts.push((await read(id)).sentCount)
    }
    expect(counts).toEqual([2, 2, 2, 4, 4, 5])
    expect((await read(id)).status).toBe('SENT')
  })

  test('that is stopped midway sends nothing after the response, which says how many users got it', async () => {
    for (let count = 0; count < 4; count++) await learner()
    const { id } = await create({ messagesPerSecond: 1 })
    const start = addMs(new Date(), HOUR_MS)
    await send(id, { sendAt: start.toISOString() })
    await platform.write((tx) => sendNextMessages(tx, deps(), id, start))

    // The second step has begun and waits; the stop waits for it.
    const [{ id: waiting }] = (await db()<{ id: string }>`
      select id from user_account where country = ${country} order by id offset 1 limit 1`) as [
      { id: string },
    ]
    const blocked = async () =>
      (
        await db()`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`
      ).length
    let step: Promise<unknown> = Promise.resolve()
    let stop: Promise<{ sentCount: number }> = Promise.resolve({ sentCount: 0 })
    await platform.write(async (tx) => {
      await tx`select from user_account where id = ${waiting} for update`
      step = platform.write((other) => sendNextMessages(other, deps(), id, addMs(start, 1_000)))
      await waitUntil(async () => (await blocked()) === 1)
      stop = data(`POST /admin/broadcasts/${id}/stop`)
      await waitUntil(async () => (await blocked()) === 2)
    })
    await step
    expect(await stop).toMatchObject({ status: 'STOPPED', sentCount: 2 })
    expect(await messagesOf(id)).toHaveLength(2)
    await sendRunningBroadcasts(deps(), { clock: () => addMs(start, DAY_MS) })
    expect(await messagesOf(id)).toHaveLength(2)
    const again = await data(`POST /admin/broadcasts/${id}/stop`)
    expect(again).toMatchObject({ status: 'STOPPED', sentCount: 2 })
    const acts = (await fixture.log(`&subjectKind=broadcast&subjectId=${id}`)).map(({ act }) => act)
    expect(acts.filter((act) => act === 'broadcast.stopped')).toHaveLength(1)
  })

  test('leaves out users who are suspended, or sign up, while it is going on', async () => {
    const [first, second] = [await learner(), await learner()]
    const { id } = await create({ messagesPerSecond: 1 })
    const start = addMs(new Date(), HOUR_MS)
    await send(id, { sendAt: start.toISOString() })
    await platform.write((tx) => sendNextMessages(tx, deps(), id, start))
    const [got] = await messagesOf(id)
    const other = got!.userId === first.id ? second : first
    await fixture.call(`POST /admin/users/${other.id}/suspend`, { reason: 'Spam.' })
    const newUser = await learner()
    await db()`update user_account set created_at = ${addMs(start, 500)} where id = ${newUser.id}`
    await sendRunningBroadcasts(deps(), { clock: () => addMs(start, 5_000) })
    expect([(await read(id)).status, (await messagesOf(id)).length]).toEqual(['SENT', 1])
  })
})

test('messages of broadcasts are counted at /metrics', async () => {
  const counted = async () => {
    const response = await fetch(`${fixture.service.url}/metrics`)
    return Number(/^lyceum_broadcast_messages_total (\d+)/m.exec(await response.text())?.[1])
  }
  const before = await counted()
  await learner()
  const { id } = await create()
  await send(id)
  await sent(id)
  await waitUntil(async () => (await counted()) === before + 1)
})
