import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import webPush from 'web-push'
import { datesAsText } from '../../../../test/harness/dates-as-text.ts'
import {
  fcmDetail,
  fcmError,
  startTestFcm,
  type TestFcm,
} from '../../../../test/harness/external-services/fcm.ts'
import {
  startTestPushService,
  type TestPushService,
} from '../../../../test/harness/external-services/push-service.ts'
import { addMs } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config/config.ts'
import type { UserId } from '../../../platform/ids.ts'
import { metricsText } from '../../../platform/metrics.ts'
import { createPush } from '../../../platform/push/create-push.ts'
import type { Push } from '../../../platform/push/push.ts'
import { createNotificationFixture, type NotificationFixture } from '../notification-testbed.ts'
import { withdrawPendingDeliveries } from '../public/notify.ts'
import { lockDueDeliveries } from './queries.ts'

const START = new Date('2026-11-02T12:00:00Z')
const keys = webPush.generateVAPIDKeys()
let fixture: NotificationFixture
let fcm: TestFcm
let service: TestPushService
let push: Push
beforeAll(async () => {
  fixture = await createNotificationFixture()
  fcm = await startTestFcm()
  service = startTestPushService(keys.publicKey)
  const settings = {
    LYCEUM_ENV: 'test',
    ...fcm.settings,
    WEB_PUSH_PUBLIC_KEY: keys.publicKey,
    WEB_PUSH_PRIVATE_KEY: keys.privateKey,
    WEB_PUSH_SUBJECT: 'mailto:ops@lyceum.example',
    WEB_PUSH_ORIGINS: service.url,
  }
  push = createPush(readConfig(settings).push)
})
beforeEach(() => {
  fixture.now = START
  fixture.outcome = { kind: 'sent' }
  fixture.pushed.length = 0
  fcm.respond = undefined
  fcm.received.length = 0
})
afterAll(async () => {
  expect(fcm.violations).toEqual([])
  expect(service.violations).toEqual([])
  await fcm.stop()
  await service.stop()
  await fixture.test.drop()
})

const pass = (seconds: number) => {
  fixture.now = addMs(fixture.now, seconds * 1_000)
}
const devicesOf = async (userId: UserId) =>
  (
    await fixture.db<{
      token: string
    }>`select token from device_token where user_id = ${userId} order by token`
  ).map(({ token }) => token)

test('a message that staff stopped is not pushed or mailed any more', async () => {
  const [stopped, other] = [await fixture.addUser(), await fixture.addUser()]
  for (const userId of [stopped, other]) {
    await fixture.addDevice(userId)
    const dedupKey = userId === stopped ? 'broadcast:stopped' : 'broadcast:other'
    await fixture.notify({ userId, type: 'CERTIFICATE_READY', dedupKey })
  }
  await fixture.write((tx) => withdrawPendingDeliveries(tx, 'broadcast:stopped', fixture.now))
  // A second stop changes nothing.
  await fixture.write((tx) => withdrawPendingDeliveries(tx, 'broadcast:stopped', fixture.now))
  await fixture.deliver()
  const error = 'the message was stopped'
  expect(await fixture.deliveries(stopped)).toMatchObject([
    { state: 'DEAD', channel: 'PUSH', error },
    { state: 'DEAD', channel: 'EMAIL', error },
  ])
  expect([fixture.pushed.length, (await fixture.mailTo(stopped)).length]).toEqual([1, 0])
  expect((await fixture.mailTo(other)).length).toBe(1)
})

describe('push notifications', () => {
  test('a push is sent once to every device by its own push service, with the data for the app', async () => {
    const userId = await fixture.addUser({ language: 'fr-CA' })
    const browser = service.subscribe()
    await fixture.addDevice(userId, 'phone')
    await fixture.addDevice(userId, browser.subscription, 'WEB_PUSH')
    const [notificationId] = await fixture.notify({ userId })
    await fixture.deliver(push)
    await fixture.deliver(push)
    expect(fcm.received).toHaveLength(1)
    expect(fcm.received[0]).toMatchObject({
      token: 'phone',
      message: {
        notification: { title: 'Série de 7 jours !' },
        data: { notificationId: notificationId!, type: 'STREAK_MILESTONE', link: 'lyceum://streak' },
      },
    })
    expect(service.received.filter(({ endpoint }) => endpoint === browser.endpoint)).toMatchObject([
      {
        payload: {
          data: { notificationId: notificationId!, type: 'STREAK_MILESTONE', link: 'lyceum://streak' },
        },
      },
    ])
    expect(await fixture.deliveries(userId)).toMatchObject([
      { channel: 'PUSH', state: 'SENT', attempts: 1, unconfirmedAttempts: 0 },
      { channel: 'PUSH', state: 'SENT', attempts: 1, unconfirmedAttempts: 0 },
    ])
  })

  test('a push without credentials is marked as logged', async () => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId)
    await fixture.notify({ userId })
    const counted = async () =>
      Number(
        /^lyceum_notification_deliveries_total\{channel="fcm",outcome="logged"\} (\d+)/m.exec(
          await metricsText(),
        )?.[1] ?? 0,
      )
    const before = await counted()
    await fixture.deliver(createPush(readConfig({ LYCEUM_ENV: 'test' }).push))
    expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'LOGGED', attempts: 1 }])
    expect(await counted()).toBe(before + 1)
  })

  test('a push to an unregistered token deletes only that token', async () => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId, 'dead')
    await fixture.addDevice(userId, 'alive')
    fcm.respond = ({ token }) =>
      token === 'dead' ? fcmError(404, 'NOT_FOUND', 'not found', [fcmDetail('UNREGISTERED')]) : undefined
    await fixture.notify({ userId })
    await fixture.deliver(push)
    expect(await devicesOf(userId)).toEqual(['alive'])
    expect((await fixture.deliveries(userId)).map(({ state }) => state).sort()).toEqual(['DEAD', 'SENT'])
  })

  test('a push to a browser that has unsubscribed deletes its subscription', async () => {
    const userId = await fixture.addUser()
    const browser = service.subscribe()
    await fixture.addDevice(userId, browser.subscription, 'WEB_PUSH')
    service.respond = (endpoint) =>
      endpoint === browser.endpoint ? new Response('', { status: 410 }) : undefined
    await fixture.notify({ userId })
    await fixture.deliver(push)
    service.respond = undefined
    expect(await devicesOf(userId)).toEqual([])
  })

  test('a push with an invalid message is not retried, and its token stays', async () => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId, 'innocent')
    const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest' }, fcmDetail('INVALID_ARGUMENT')]
    fcm.respond = () => fcmError(400, 'INVALID_ARGUMENT', 'Invalid value at message.data', details)
    await fixture.notify({ userId })
    await fixture.deliver(push)
    pass(86_400)
    await fixture.deliver(push)
    expect(fcm.received).toHaveLength(1)
    expect(await devicesOf(userId)).toEqual(['innocent'])
    expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'DEAD', attempts: 1 }])
  })

  test('a rate-limited push waits for the Retry-After time, or longer with each attempt without one', async () => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId)
    await fixture.notify({ userId })
    fcm.respond = () => fcmError(429, 'RESOURCE_EXHAUSTED', 'quota', [], { 'retry-after': '600' })
    await fixture.deliver(push)
    expect(datesAsText(await fixture.deliveries(userId))).toMatchObject(
      datesAsText([
        {
          state: 'PENDING',
          attempts: 1,
          unconfirmedAttempts: 0,
          nextAttemptAt: addMs(START, 600_000),
          error: expect.stringContaining('429'),
        },
      ]) as object,
    )
    pass(599)
    await fixture.deliver(push)
    expect(fcm.received).toHaveLength(1)

    fcm.respond = () => fcmError(503, 'UNAVAILABLE', 'away')
    const waits: number[] = []
    for (let round = 0; round < 4; round++) {
      fixture.now = (await fixture.deliveries(userId))[0]!.nextAttemptAt
      await fixture.deliver(push)
      waits.push(
        ((await fixture.deliveries(userId))[0]!.nextAttemptAt.getTime() - fixture.now.getTime()) / 1_000,
      )
    }
    expect(waits).toEqual([60, 120, 240, 480])

    fcm.respond = undefined
    fixture.now = (await fixture.deliveries(userId))[0]!.nextAttemptAt
    await fixture.deliver(push)
    expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'SENT', attempts: 6, error: null }])
  })

  test('a push is given up after too many temporary refusals', async () => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId)
    await fixture.notify({ userId })
    fixture.outcome = { kind: 'retry', error: '503' }
    for (let round = 0; round < 15; round++) {
      pass(3_600)
      await fixture.deliver()
    }
    expect(fixture.pushed).toHaveLength(12)
    expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'DEAD', attempts: 12, error: '503' }])
  })

  test('an expired push is not sent', async () => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId)
    await fixture.notify({ userId, expiresAt: addMs(START, 60_000) })
    pass(60)
    await fixture.deliver()
    expect(fixture.pushed).toEqual([])
    expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'DEAD', error: 'expired' }])
  })

  test('a push is not sent to a device that now belongs to another user', async () => {
    const userId = await fixture.addUser()
    const thief = await fixture.addUser()
    await fixture.addDevice(userId, 'lent')
    await fixture.notify({ userId })
    await fixture.db`update device_token set user_id = ${thief} where token = 'lent'`
    await fixture.deliver()
    expect(fixture.pushed).toEqual([])
    expect(await fixture.deliveries(userId)).toMatchObject([
      { state: 'DEAD', error: 'the device was deleted' },
    ])
  })

  test('a push with an unknown outcome is sent once more after a pause, and never a third time', async () => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId)
    await fixture.notify({ userId })
    const crash: Push = { fcm: () => new Promise(() => {}), webPush: () => new Promise(() => {}) }
    // Simulates a process that dies after claiming and sending, before it stores the outcome.
    void fixture.deliver(crash)
    const claimed = async () => (await fixture.deliveries(userId))[0]!.unconfirmedAttempts
    while ((await claimed()) === 0) await Bun.sleep(5)
    await fixture.deliver()
    expect(fixture.pushed).toHaveLength(0)
    pass(120)
    void fixture.deliver(crash)
    while ((await claimed()) === 1) await Bun.sleep(5)
    pass(120)
    await fixture.deliver()
    expect(fixture.pushed).toHaveLength(0)
    expect(await fixture.deliveries(userId)).toMatchObject([
      { state: 'DEAD', attempts: 2, error: 'two attempts have no outcome' },
    ])
  })

  test('a push is claimed by one of many concurrent deliverers', async () => {
    const userId = await fixture.addUser()
    for (let count = 0; count < 5; count++) await fixture.addDevice(userId)
    for (let count = 0; count < 4; count++) await fixture.notify({ userId })
    await Promise.all(Array.from({ length: 8 }, () => fixture.deliver()))
    expect(fixture.pushed).toHaveLength(20)
    expect(new Set(fixture.pushed.map(({ address, message }) => `${address} ${message.name}`)).size).toBe(20)
  })
})

test('due deliveries are found by an index, however many were sent before', async () => {
  const userId = await fixture.addUser()
  const [notificationId] = await fixture.notify({ userId })
  await fixture.db`
    insert into notification_delivery (id, notification_id, channel, device_id, state, next_attempt_at, finished_at)
    select uuidv7(), ${notificationId!}, 'PUSH', null, 'SENT', ${START}::timestamptz, ${START}::timestamptz
    from generate_series(1, 50000)`
  await fixture.db`analyze notification_delivery`
  const { plan, pages } = await fixture.explain((db) => lockDueDeliveries(db, { now: START, limit: 100 }))
  expect(plan).toContain('notification_delivery_pending')
  expect(plan).not.toContain('Seq Scan on notification_delivery')
  expect(pages).toBeLessThan(200)
})
