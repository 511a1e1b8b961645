import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startTestFcm, type TestFcm } from '../../../../test/harness/external-services/fcm.ts'
import { waitUntil } from '../../../../test/harness/wait-until.ts'
import { readConfig } from '../../../platform/config/config.ts'
import { createPush } from '../../../platform/push/create-push.ts'
import { createNotificationFixture, type NotificationFixture } from '../notification-testbed.ts'

const PROCESS = join(import.meta.dir, '../../../../test/harness/processes/notification-sender-process.ts')
let fixture: NotificationFixture
let fcm: TestFcm
beforeAll(async () => {
  fixture = await createNotificationFixture(new Date())
  fcm = await startTestFcm()
})
afterAll(async () => {
  await fcm.stop()
  await fixture.test.drop()
})

/** Starts a process that delivers, waits until FCM has received its message, and kills it before it gets the response. */
async function deliverAndDie(): Promise<void> {
  const before = fcm.received.length
  fcm.respond = () => new Promise(() => {})
  const child = Bun.spawn([process.execPath, PROCESS], {
    env: {
      ...process.env,
      ...fcm.settings,
      LYCEUM_ENV: 'test',
      DATABASE_URL: fixture.test.url,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await waitUntil(() => fcm.received.length > before)
  } finally {
    child.kill('SIGKILL')
    await child.exited
    fcm.respond = undefined
  }
}
const push = () => createPush(readConfig({ LYCEUM_ENV: 'test', ...fcm.settings }).push)
const passLease = () => {
  fixture.now = new Date(fixture.now.getTime() + 5 * 60_000)
}

test('a process that is killed between sending and storing the outcome causes one duplicate with the same id', async () => {
  const userId = await fixture.addUser()
  await fixture.addDevice(userId, 'phone')
  const [notificationId] = await fixture.notify({ userId })
  await deliverAndDie()
  expect(await fixture.deliveries(userId)).toMatchObject([
    { state: 'PENDING', attempts: 1, unconfirmedAttempts: 1 },
  ])

  // No other process claims it while its process may still be running.
  fixture.now = new Date()
  await fixture.deliver(push())
  expect(fcm.received).toHaveLength(1)

  passLease()
  await fixture.deliver(push())
  await fixture.deliver(push())
  expect(fcm.received).toHaveLength(2)
  // A device that gets both shows one: the second replaces the first.
  expect(fcm.received.map(({ message }) => message.android.notification.tag)).toEqual([
    notificationId!,
    notificationId!,
  ])
  expect(await fixture.deliveries(userId)).toMatchObject([
    { state: 'SENT', attempts: 2, unconfirmedAttempts: 0 },
  ])
})

test('a push whose processes are all killed is sent at most twice', async () => {
  fixture.now = new Date()
  fcm.received.length = 0
  const userId = await fixture.addUser()
  await fixture.addDevice(userId, 'another phone')
  await fixture.notify({ userId })
  await deliverAndDie()
  await fixture.db`update notification_delivery set next_attempt_at = ${fixture.now} where state = 'PENDING'`
  await deliverAndDie()
  passLease()
  await fixture.deliver(push())
  expect(fcm.received).toHaveLength(2)
  expect(await fixture.deliveries(userId)).toMatchObject([{ state: 'DEAD', attempts: 2 }])
})
