import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { DAY_MS, nowMs, useClock, useSystemClock } from '../../platform/clock.ts'
import { revenueCatBody } from '../subscriptions/subscription-scenarios-testbed.ts'

const KEY = 'dev-revenuecat-key'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
})
afterEach(() => useSystemClock())
afterAll(() => service.stop())

const send = (body: unknown, authorization: string | undefined = `Bearer ${KEY}`) =>
  service.call('POST /webhooks/revenuecat', { body, headers: { ...(authorization && { authorization }) } })

/** Builds an event of RevenueCat that is sent now, for a purchase that ends in the given number of days. */
const eventNow = (user: TestUser, type: string, endsInDays: number, more: object = {}) =>
  revenueCatBody(
    { day: 0, type },
    {
      app_user_id: user.id,
      event_timestamp_ms: nowMs(),
      purchased_at_ms: nowMs(),
      expiration_at_ms: nowMs() + endsInDays * DAY_MS,
      ...more,
    },
  )

const subscriptionOf = async ({ accessToken }: TestUser) =>
  (await service.call('GET /user/subscription', { token: accessToken })).body.data

async function premiumOf({
  accessToken,
}: TestUser): Promise<{ course: string; lesson: string; path: string }> {
  const { body } = await service.call('GET /course?limit=100', { token: accessToken })
  const course = body.data.find(({ isPremium }: { isPremium: boolean }) => isPremium)
  const whole = await service.call(`GET /course/${course.id}`, { token: accessToken })
  const paths = await service.call('GET /learning-path', { token: accessToken })
  const path = paths.body.data.find(({ isPremium }: { isPremium: boolean }) => isPremium)
  return { course: course.id, lesson: whole.body.data.lessons[0].id, path: path.id }
}

test('a premium course and path open with a webhook, stay open in the grace period and close when it ends', async () => {
  const user = await service.register()
  const { course, lesson, path } = await premiumOf(user)
  const { email, password } = user
  /** Returns what is open on a day. Signs in on that day, because access tokens expire after minutes. */
  const at = async (day: number) => {
    useClock(() => Date.now() + day * DAY_MS)
    try {
      const signedIn = await service.call('POST /auth/login', { body: { email, password } })
      const token = signedIn.body.data.accessToken
      const answer = await service.call(`GET /lesson/${lesson}`, { token })
      const shown = await service.call(`GET /learning-path/${path}`, { token })
      return [answer.status, shown.body.data.userHasAccess]
    } finally {
      useSystemClock()
    }
  }
  expect(await at(0)).toEqual([403, false])
  const enroll = () => service.call(`POST /user-courses/enroll/${course}`, { token: user.accessToken })
  expect((await enroll()).body.error.code).toBe('PREMIUM_REQUIRED')

  expect((await send(eventNow(user, 'INITIAL_PURCHASE', 30))).body).toEqual({
    success: true,
    message: 'Event received',
  })
  await waitUntil(async () => (await subscriptionOf(user)).isPremium)
  expect(await at(0)).toEqual([200, true])
  expect((await enroll()).status).toBe(201)
  const done = await service.call(`POST /user-lessons/${lesson}/complete`, {
    token: user.accessToken,
    body: {},
  })
  expect(done.status).toBe(200)
  expect(await at(29)).toEqual([200, true])
  expect(await at(30)).toEqual([403, false])

  const grace = { grace_period_expiration_at_ms: nowMs() + 46 * DAY_MS, event_timestamp_ms: nowMs() + 1 }
  await send(eventNow(user, 'BILLING_ISSUE', 30, grace))
  await waitUntil(async () => (await subscriptionOf(user)).subscriptions[0].billingIssueAt !== null)
  expect(await at(45)).toEqual([200, true])
  expect(await at(46)).toEqual([403, false])
  await send(eventNow(user, 'EXPIRATION', 0, { event_timestamp_ms: nowMs() + 2 }))
  await waitUntil(async () => !(await subscriptionOf(user)).isPremium)
  expect(await at(0)).toEqual([403, false])
})

test('a user can read the state of their subscription', async () => {
  const user = await service.register()
  expect(await subscriptionOf(user)).toEqual({
    isPremium: false,
    status: 'NONE',
    expiresAt: null,
    willRenew: false,
    subscriptions: [],
  })
  const body = eventNow(user, 'CANCELLATION', 12, { cancel_reason: 'UNSUBSCRIBE' })
  await send(body)
  await waitUntil(async () => (await subscriptionOf(user)).isPremium)
  const expiresAt = new Date(body.event.expiration_at_ms as number).toISOString()
  expect(await subscriptionOf(user)).toMatchObject({
    status: 'CANCELLED',
    expiresAt,
    willRenew: false,
    subscriptions: [{ status: 'CANCELLED', productId: 'premium_monthly', store: 'APP_STORE', expiresAt }],
  })
})

describe('the RevenueCat endpoint', () => {
  const event = () => revenueCatBody({ day: 0, type: 'TEST' })

  test('the RevenueCat endpoint accepts only its key', async () => {
    const wrong = [
      undefined,
      '',
      KEY,
      'Bearer',
      'Bearer ',
      `Bearer ${KEY} `.trimEnd().slice(0, -1),
      // Of the same length, with only the first or the last character wrong.
      `Bearer x${KEY.slice(1)}`,
      `Bearer ${KEY.slice(0, -1)}x`,
      `Bearer ${KEY}${KEY}`,
      `bearer ${KEY}`,
      `Basic ${KEY}`,
      'Bearer undefined',
    ]
    for (const authorization of wrong) {
      const { status, body } = await send(event(), authorization ?? ' ')
      expect([authorization, status, body.error.code]).toEqual([authorization, 401, 'UNAUTHENTICATED'])
    }
    const none = await service.call('POST /webhooks/revenuecat', { body: event() })
    expect(none.status).toBe(401)
    expect((await send(event())).status).toBe(200)
  })

  test('the RevenueCat endpoint answers 401 before it validates the body', async () => {
    expect((await send({}, 'Bearer wrong')).status).toBe(401)
  })

  test('the RevenueCat endpoint recognizes an event by its id, even with another body', async () => {
    const body = event()
    await send(body)
    const again = await send({ ...body, event: { ...body.event, price: 9.99 } })
    expect(again).toMatchObject({ status: 200, body: { success: true, message: 'Event already processed' } })
    const rows = await service.test.database
      .query`select 1 from webhook_event where event_id = ${body.event.id}`
    expect(rows).toHaveLength(1)
  })

  test('the RevenueCat endpoint refuses an invalid event', async () => {
    const { event: whole } = event()
    const bodies: unknown[] = [
      {},
      { event: null },
      { event: [] },
      { event: { ...whole, id: undefined } },
      { event: { ...whole, id: 7 } },
      { event: { ...whole, id: '' } },
      { event: { ...whole, type: null } },
      { event: { ...whole, event_timestamp_ms: 'now' } },
      { event: { ...whole, event_timestamp_ms: 1e17 } },
      { event: { ...whole, expiration_at_ms: '2026-01-01' } },
      { event: { ...whole, entitlement_ids: 'premium' } },
      { event: { ...whole, app_user_id: 'a\0b' } },
      { event: { ...whole, aliases: [null] } },
    ]
    for (const body of bodies) expect([body, (await send(body)).status]).toEqual([body, 400])
  })
})

test('a hundred concurrent deliveries of a purchase and its renewals are recorded once each', async () => {
  const user = await service.register()
  const purchase = eventNow(user, 'INITIAL_PURCHASE', 30)
  const renewals = Array.from({ length: 10 }, (_, index) =>
    eventNow(user, 'RENEWAL', 60 + index, { event_timestamp_ms: nowMs() + 1 + index }),
  )
  const answers = await Promise.all(
    [...Array.from({ length: 100 }, () => purchase), ...renewals, ...renewals].map((body) => send(body)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const noted = async () =>
    (await service.test.database.query`select 1 from subscription_event where subscriber = ${user.id}`).length
  await waitUntil(async () => (await noted()) === 11)
  const last = renewals.at(-1)!.event.expiration_at_ms as number
  await waitUntil(async () => (await subscriptionOf(user)).expiresAt === new Date(last).toISOString())
})

test('subscription events are in the data export and are deleted with the account', async () => {
  const user = await service.register()
  await send(eventNow(user, 'INITIAL_PURCHASE', 30))
  await waitUntil(async () => (await subscriptionOf(user)).isPremium)
  const { body } = await service.call('GET /user/export', { token: user.accessToken })
  expect(body.data.subscriptions).toMatchObject([{ type: 'INITIAL_PURCHASE', productId: 'premium_monthly' }])
  expect(body.data.webhooks).toMatchObject([{ source: 'revenuecat', body: { api_version: '1.0' } }])
  const deletion = await service.call('DELETE /user/account', {
    token: user.accessToken,
    body: { password: user.password },
  })
  expect(deletion.status).toBe(200)
  const { query } = service.test.database
  expect(await query`select 1 from subscription_event where subscriber = ${user.id}`).toHaveLength(0)
  expect(await query`select 1 from subscription where subscriber = ${user.id}`).toHaveLength(0)
  const stored = await query<{
    body: Buffer | null
  }>`select body from webhook_event where user_id = ${user.id}`
  expect(stored.map((row) => row.body)).toEqual([null])
})
