import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { NOTIFICATION_TYPES } from './notification.ts'
import { createNotificationFixture, type NotificationFixture } from './notification-testbed.ts'
import { setPreference } from './set-preference.ts'

let service: TestService
let fixture: NotificationFixture
beforeAll(async () => {
  service = await startTestService()
  fixture = await createNotificationFixture()
})
afterAll(async () => {
  await service.stop()
  await fixture.test.drop()
})

const read = async (user: TestUser) =>
  (await service.call('GET /notifications/preferences', { token: user.accessToken })).body.data
const choose = (user: TestUser, body: unknown) =>
  service.call('PUT /notifications/preferences', { token: user.accessToken, body })

describe('notification preferences', () => {
  test('a user without preferences gets the defaults for every type and channel', async () => {
    const user = await service.register({ timeZone: 'Africa/Nairobi' })
    const { channels, quietHours, timeZone } = await read(user)
    expect(Object.keys(channels)).toEqual([...NOTIFICATION_TYPES])
    expect([quietHours, timeZone]).toEqual([null, 'Africa/Nairobi'])
    expect(channels.BADGE_EARNED).toEqual({ inApp: true, push: true, email: false })
    expect(channels.PAYMENT_UPDATE).toEqual({ inApp: true, push: true, email: true })
  })

  test('new preferences replace all earlier ones', async () => {
    const user = await service.register()
    const first = await choose(user, {
      channels: { BADGE_EARNED: { push: false }, SYSTEM: { email: true } },
      quietHours: { start: '22:00', end: '07:00' },
    })
    expect(first.status).toBe(200)
    expect(first.body.data).toEqual(await read(user))
    expect(first.body.data.channels.BADGE_EARNED).toEqual({ inApp: true, push: false, email: false })
    expect(first.body.data.quietHours).toEqual({ start: '22:00', end: '07:00' })
    await choose(user, { channels: { SYSTEM: { inApp: false } } })
    const { channels, quietHours } = await read(user)
    expect(channels.BADGE_EARNED.push).toBe(true)
    expect(channels.SYSTEM).toEqual({ inApp: false, push: true, email: false })
    expect(quietHours).toBeNull()
  })

  test('an unknown type is ignored, and an invalid value is refused', async () => {
    const user = await service.register()
    expect((await choose(user, { channels: { NONE: { push: false } } })).status).toBe(200)
    for (const bad of [
      { channels: { SYSTEM: { push: 'no' } } },
      { channels: { SYSTEM: false } },
      { channels: [] },
      { quietHours: { start: '22:00' } },
      { quietHours: { start: '24:00', end: '07:00' } },
      { quietHours: { start: '7:00', end: '08:00' } },
      { quietHours: { start: '07:00', end: '07:00' } },
      { quietHours: 'night' },
    ]) {
      const { status, body } = await choose(user, bad)
      expect([bad, status, body.error?.code]).toEqual([bad, 400, 'VALIDATION_FAILED'])
    }
    expect((await read(user)).quietHours).toBeNull()
  })

  test('concurrent updates of preferences store exactly one of them', async () => {
    const user = await service.register()
    const hours = Array.from({ length: 12 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    const answers = await Promise.all(
      hours.map((start) =>
        choose(user, {
          channels: { SYSTEM: { push: start !== '05:00' } },
          quietHours: { start, end: '23:00' },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(hours.map(() => 200))
    const { channels, quietHours } = await read(user)
    expect(hours).toContain(quietHours.start)
    expect(channels.SYSTEM.push).toBe(quietHours.start !== '05:00')
  })
})

describe('channels of a notification', () => {
  const notifyWith = async (channels: { inApp?: boolean; push?: boolean; email?: boolean }) => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId)
    const preference = { channels: { STREAK_MILESTONE: channels }, quietHours: null }
    await fixture.write((tx) => setPreference(tx, { userId, preference, now: fixture.now }))
    fixture.frames.length = 0
    const created = await fixture.notify({ userId })
    const [row] = await fixture.db<{ inInbox: boolean }>`
      select in_inbox as "inInbox" from notification where user_id = ${userId}`
    return {
      created: created.length,
      inInbox: row?.inInbox,
      frames: fixture.frames.length,
      channels: (await fixture.deliveries(userId)).map(({ channel }) => channel),
    }
  }

  test('a notification is sent only by the channels that the user enabled', async () => {
    expect(await notifyWith({})).toEqual({ created: 1, inInbox: true, frames: 1, channels: ['PUSH'] })
    expect(await notifyWith({ push: false })).toEqual({ created: 1, inInbox: true, frames: 1, channels: [] })
    expect(await notifyWith({ email: true })).toEqual({
      created: 1,
      inInbox: true,
      frames: 1,
      channels: ['PUSH', 'EMAIL'],
    })
    expect(await notifyWith({ inApp: false })).toEqual({
      created: 1,
      inInbox: false,
      frames: 0,
      channels: ['PUSH'],
    })
    expect(await notifyWith({ inApp: false, push: false })).toEqual({
      created: 0,
      inInbox: undefined,
      frames: 0,
      channels: [],
    })
  })
})
