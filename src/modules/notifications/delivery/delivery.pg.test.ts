import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import webPush from 'web-push'
import { fcmDetail, fcmError, startTestFcm, type TestFcm } from '../../../../test/harness/outside/fcm.ts'
import { startTestPushService, type TestPushService } from '../../../../test/harness/outside/push-service.ts'
import { spelledDates } from '../../../../test/harness/spelled-dates.ts'
import { later } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config.ts'
import type { UserId } from '../../../platform/ids.ts'
import { metricsText } from '../../../platform/metrics.ts'
import { openPush } from '../../../platform/push/open-push.ts'
import type { Push } from '../../../platform/push/push.ts'
import { type NotificationBed, openNotificationBed } from '../notification-testbed.ts'
import { lockDueDeliveries } from './queries.ts'

setDefaultTimeout(120_000)

const START = new Date('2026-11-02T12:00:00Z')
const keys = webPush.generateVAPIDKeys()
let bed: NotificationBed
let fcm: TestFcm
let service: TestPushService
let push: Push
beforeAll(async () => {
  bed = await openNotificationBed()
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
  push = openPush(readConfig(settings).push)
})
beforeEach(() => {
  bed.now = START
  bed.outcome = { kind: 'sent' }
  bed.pushed.length = 0
  fcm.answer = undefined
  fcm.received.length = 0
})
afterAll(async () => {
  expect(fcm.faults).toEqual([])
  expect(service.faults).toEqual([])
  await fcm.stop()
  await service.stop()
  await bed.test.drop()
})

const pass = (seconds: number) => {
  bed.now = later(bed.now, seconds * 1_000)
}
const devicesOf = async (userId: UserId) =>
  (
    await bed.db<{ token: string }>`select token from device_token where user_id = ${userId} order by token`
  ).map(({ token }) => token)

describe('a push', () => {
  test('goes to every device of the user by its own carrier, once, with what the app needs to know', async () => {
    const userId = await bed.addUser({ language: 'fr-CA' })
    const browser = service.subscribe()
    await bed.addDevice(userId, 'phone')
    await bed.addDevice(userId, browser.subscription, 'WEB_PUSH')
    const [notificationId] = await bed.tell({ userId })
    await bed.deliver(push)
    await bed.deliver(push)
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
    expect(await bed.deliveries(userId)).toMatchObject([
      { channel: 'PUSH', state: 'SENT', attempts: 1, unanswered: 0 },
      { channel: 'PUSH', state: 'SENT', attempts: 1, unanswered: 0 },
    ])
  })

  test('without credentials is marked as logged', async () => {
    const userId = await bed.addUser()
    await bed.addDevice(userId)
    await bed.tell({ userId })
    const counted = async () =>
      Number(
        /^lyceum_deliveries_total\{channel="fcm",outcome="logged"\} (\d+)/m.exec(await metricsText())?.[1] ??
          0,
      )
    const before = await counted()
    await bed.deliver(openPush(readConfig({ LYCEUM_ENV: 'test' }).push))
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'LOGGED', attempts: 1 }])
    expect(await counted()).toBe(before + 1)
  })

  test('to a token that is unregistered deletes that token and no other', async () => {
    const userId = await bed.addUser()
    await bed.addDevice(userId, 'dead')
    await bed.addDevice(userId, 'alive')
    fcm.answer = ({ token }) =>
      token === 'dead' ? fcmError(404, 'NOT_FOUND', 'not found', [fcmDetail('UNREGISTERED')]) : undefined
    await bed.tell({ userId })
    await bed.deliver(push)
    expect(await devicesOf(userId)).toEqual(['alive'])
    expect((await bed.deliveries(userId)).map(({ state }) => state).sort()).toEqual(['DEAD', 'SENT'])
  })

  test('to a browser that has left deletes its subscription', async () => {
    const userId = await bed.addUser()
    const browser = service.subscribe()
    await bed.addDevice(userId, browser.subscription, 'WEB_PUSH')
    service.answer = (endpoint) =>
      endpoint === browser.endpoint ? new Response('', { status: 410 }) : undefined
    await bed.tell({ userId })
    await bed.deliver(push)
    service.answer = undefined
    expect(await devicesOf(userId)).toEqual([])
  })

  test('whose message is at fault is given up, and the token stays', async () => {
    const userId = await bed.addUser()
    await bed.addDevice(userId, 'innocent')
    const details = [{ '@type': 'type.googleapis.com/google.rpc.BadRequest' }, fcmDetail('INVALID_ARGUMENT')]
    fcm.answer = () => fcmError(400, 'INVALID_ARGUMENT', 'Invalid value at message.data', details)
    await bed.tell({ userId })
    await bed.deliver(push)
    pass(86_400)
    await bed.deliver(push)
    expect(fcm.received).toHaveLength(1)
    expect(await devicesOf(userId)).toEqual(['innocent'])
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'DEAD', attempts: 1 }])
  })

  test('that is too many waits as long as it is told; one without a word of it waits longer each time', async () => {
    const userId = await bed.addUser()
    await bed.addDevice(userId)
    await bed.tell({ userId })
    fcm.answer = () => fcmError(429, 'RESOURCE_EXHAUSTED', 'quota', [], { 'retry-after': '600' })
    await bed.deliver(push)
    expect(spelledDates(await bed.deliveries(userId))).toMatchObject(
      spelledDates([
        {
          state: 'OWED',
          attempts: 1,
          unanswered: 0,
          nextAt: later(START, 600_000),
          fault: expect.stringContaining('429'),
        },
      ]) as object,
    )
    pass(599)
    await bed.deliver(push)
    expect(fcm.received).toHaveLength(1)

    fcm.answer = () => fcmError(503, 'UNAVAILABLE', 'away')
    const waits: number[] = []
    for (let round = 0; round < 4; round++) {
      bed.now = (await bed.deliveries(userId))[0]!.nextAt
      await bed.deliver(push)
      waits.push(((await bed.deliveries(userId))[0]!.nextAt.getTime() - bed.now.getTime()) / 1_000)
    }
    expect(waits).toEqual([60, 120, 240, 480])

    fcm.answer = undefined
    bed.now = (await bed.deliveries(userId))[0]!.nextAt
    await bed.deliver(push)
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'SENT', attempts: 6, fault: null }])
  })

  test('that is refused for now too often is given up', async () => {
    const userId = await bed.addUser()
    await bed.addDevice(userId)
    await bed.tell({ userId })
    bed.outcome = { kind: 'later', fault: '503' }
    for (let round = 0; round < 15; round++) {
      pass(3_600)
      await bed.deliver()
    }
    expect(bed.pushed).toHaveLength(12)
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'DEAD', attempts: 12, fault: '503' }])
  })

  test('is not sent any more when it is too late', async () => {
    const userId = await bed.addUser()
    await bed.addDevice(userId)
    await bed.tell({ userId, expiresAt: later(START, 60_000) })
    pass(60)
    await bed.deliver()
    expect(bed.pushed).toEqual([])
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'DEAD', fault: 'it is too late' }])
  })

  test('is not sent to a device that is another user’s by then', async () => {
    const userId = await bed.addUser()
    const thief = await bed.addUser()
    await bed.addDevice(userId, 'lent')
    await bed.tell({ userId })
    await bed.db`update device_token set user_id = ${thief} where token = 'lent'`
    await bed.deliver()
    expect(bed.pushed).toEqual([])
    expect(await bed.deliveries(userId)).toMatchObject([{ state: 'DEAD', fault: 'the device is gone' }])
  })

  test('of which nobody knows how it ended is sent once more after a while, and never a third time', async () => {
    const userId = await bed.addUser()
    await bed.addDevice(userId)
    await bed.tell({ userId })
    const crash: Push = { fcm: () => new Promise(() => {}), webPush: () => new Promise(() => {}) }
    // What a process does before it dies: it claims and sends, and nothing is written down afterwards.
    void bed.deliver(crash)
    const claimed = async () => (await bed.deliveries(userId))[0]!.unanswered
    while ((await claimed()) === 0) await Bun.sleep(5)
    await bed.deliver()
    expect(bed.pushed).toHaveLength(0)
    pass(120)
    void bed.deliver(crash)
    while ((await claimed()) === 1) await Bun.sleep(5)
    pass(120)
    await bed.deliver()
    expect(bed.pushed).toHaveLength(0)
    expect(await bed.deliveries(userId)).toMatchObject([
      { state: 'DEAD', attempts: 2, fault: 'two tries ended without an answer' },
    ])
  })

  test('is claimed by one of many who deliver at once', async () => {
    const userId = await bed.addUser()
    for (let count = 0; count < 5; count++) await bed.addDevice(userId)
    for (let count = 0; count < 4; count++) await bed.tell({ userId })
    await Promise.all(Array.from({ length: 8 }, () => bed.deliver()))
    expect(bed.pushed).toHaveLength(20)
    expect(new Set(bed.pushed.map(({ address, message }) => `${address} ${message.name}`)).size).toBe(20)
  })
})

test('what is due is found by an index, however much was sent before', async () => {
  const userId = await bed.addUser()
  const [notificationId] = await bed.tell({ userId })
  await bed.db`
    insert into notification_delivery (id, notification_id, channel, device_id, state, next_at, settled_at)
    select uuidv7(), ${notificationId!}, 'PUSH', null, 'SENT', ${START}::timestamptz, ${START}::timestamptz
    from generate_series(1, 50000)`
  await bed.db`analyze notification_delivery`
  const { plan, pages } = await bed.explain((db) => lockDueDeliveries(db, { now: START, limit: 100 }))
  expect(plan).toContain('notification_delivery_owed')
  expect(plan).not.toContain('Seq Scan on notification_delivery')
  expect(pages).toBeLessThan(200)
})
