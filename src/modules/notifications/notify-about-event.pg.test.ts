import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { startTestFcm, type TestFcm } from '../../../test/harness/external-services/fcm.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { openSocket } from '../../../test/harness/socket.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'

let fcm: TestFcm
let service: TestService
beforeAll(async () => {
  fcm = await startTestFcm()
  service = await startTestService({ DEMO_CONTENT: 'on', ...fcm.settings })
})
afterAll(async () => {
  await service.stop()
  await fcm.stop()
  expect(fcm.violations).toEqual([])
})

const inbox = async ({ accessToken: token }: TestUser) =>
  (await service.call('GET /notifications', { token })).body.data as Record<string, unknown>[]

async function completeFirstLesson({ accessToken: token }: TestUser): Promise<void> {
  const courses = (await service.call('GET /course?limit=100', { token })).body.data
  const { id } = courses.find((course: { isPremium: boolean }) => !course.isPremium)
  const { lessons } = (await service.call(`GET /course/${id}`, { token })).body.data
  const done = await service.call(`POST /user-lessons/${lessons[0].id}/complete`, { token, body: {} })
  expect(done.status).toBe(200)
}

describe('notifications of a learner', () => {
  test('a lesson that earns a badge and a streak milestone is notified in the inbox, by frame and by push', async () => {
    const user = await service.register({ language: 'sw' })
    const token = user.accessToken
    await service.call('POST /notifications/device-token', {
      token,
      body: { token: 'my-phone', platform: 'iOS' },
    })
    await service.test.database.query`
      insert into streak (user_id, current_days, longest_days, started_on, last_day, last_at, last_time_zone)
      values (${user.id}, 6, 6, current_date - 6, current_date - 1, now() - interval '1 day', 'UTC')`
    const socket = await openSocket(service.url, { accessToken: token })
    await socket.next('auth.ok')
    await completeFirstLesson(user)
    const live = [
      await socket.next('notification'),
      await socket.next('notification'),
      await socket.next('notification'),
    ]
    await waitUntil(async () => (await inbox(user)).length === 3)
    const entries = await inbox(user)
    expect(entries.map(({ type }) => type).sort()).toEqual([
      'BADGE_EARNED',
      'BADGE_EARNED',
      'STREAK_MILESTONE',
    ])
    const milestone = entries.find(({ type }) => type === 'STREAK_MILESTONE')!
    expect(milestone).toMatchObject({
      title: 'Siku 7 mfululizo!',
      body: 'Umejifunza siku 7 mfululizo na umepata vito 15.',
      isRead: false,
      link: 'lyceum://streak',
    })
    expect(live.find(({ data }) => data.type === 'STREAK_MILESTONE')!.data).toEqual(milestone)

    await waitUntil(() => fcm.received.length === 3)
    const pushed = fcm.received.find(({ message }) => message.data.type === 'STREAK_MILESTONE')!
    expect(pushed.token).toBe('my-phone')
    expect(pushed.message.data).toEqual({
      notificationId: milestone.id,
      type: 'STREAK_MILESTONE',
      link: 'lyceum://streak',
    })
    socket.close()
  })

  test('notifications are in the data export and are deleted with the account', async () => {
    const user = await service.register()
    const token = user.accessToken
    await service.call('POST /notifications/device-token', {
      token,
      body: { token: 'left-phone', platform: 'web' },
    })
    const quietHours = { start: '01:00', end: '02:00' }
    await service.call('PUT /notifications/preferences', { token, body: { quietHours } })
    await completeFirstLesson(user)
    await waitUntil(async () => (await inbox(user)).length > 0)

    const exported = (await service.call('GET /user/export', { token })).body.data
    const { notifications, devices, preferences } = exported.notifications
    expect(notifications[0]).toMatchObject({ type: 'BADGE_EARNED', inInbox: true, readAt: null })
    expect(devices).toMatchObject([{ platform: 'WEB', kind: 'FCM', token: 'left-phone' }])
    expect(preferences).toEqual({ channels: {}, quietHours })

    const left = await service.call('DELETE /user/account', { token, body: { password: user.password } })
    expect(left.status).toBe(200)
    const { query } = service.test.database
    for (const rows of [
      await query`select 1 from notification where user_id = ${user.id}`,
      await query`select 1 from notification_count where user_id = ${user.id}`,
      await query`select 1 from device_token where user_id = ${user.id}`,
      await query`select 1 from notification_preference where user_id = ${user.id}`,
    ])
      expect(rows).toHaveLength(0)
  })
})
