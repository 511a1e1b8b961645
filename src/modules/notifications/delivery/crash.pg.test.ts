import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { startTestFcm, type TestFcm } from '../../../../test/harness/outside/fcm.ts'
import { until } from '../../../../test/harness/until.ts'
import { readConfig } from '../../../platform/config.ts'
import { openPush } from '../../../platform/push/open-push.ts'
import { type NotificationBed, openNotificationBed } from '../notification-testbed.ts'

setDefaultTimeout(120_000)

const PROCESS = join(import.meta.dir, '../../../../test/harness/processes/delivering-process.ts')
let bed: NotificationBed
let fcm: TestFcm
beforeAll(async () => {
  bed = await openNotificationBed(new Date())
  fcm = await startTestFcm()
})
afterAll(async () => {
  await fcm.stop()
  await bed.test.drop()
})

/** Starts a process that delivers, waits until FCM has got the message from it, and kills it before it hears so. */
async function deliverAndDie(): Promise<void> {
  const before = fcm.received.length
  fcm.answer = () => new Promise(() => {})
  const child = Bun.spawn([process.execPath, PROCESS], {
    env: {
      ...process.env,
      ...fcm.settings,
      LYCEUM_ENV: 'test',
      DATABASE_URL: bed.test.url,
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    await until(() => fcm.received.length > before, 40)
  } finally {
    child.kill('SIGKILL')
    await child.exited
    fcm.answer = undefined
  }
}
const push = () => openPush(readConfig({ LYCEUM_ENV: 'test', ...fcm.settings }).push)
const passLease = () => {
  bed.now = new Date(bed.now.getTime() + 5 * 60_000)
}

test('a process that is killed between sending and writing it down costs one duplicate, under the same name', async () => {
  const userId = await bed.addUser()
  await bed.addDevice(userId, 'phone')
  const [notificationId] = await bed.tell({ userId })
  await deliverAndDie()
  expect(await bed.deliveries(userId)).toMatchObject([{ state: 'OWED', attempts: 1, unanswered: 1 }])

  // Nobody takes it up while its process could still be at work.
  bed.now = new Date()
  await bed.deliver(push())
  expect(fcm.received).toHaveLength(1)

  passLease()
  await bed.deliver(push())
  await bed.deliver(push())
  expect(fcm.received).toHaveLength(2)
  // A device that got both shows one: the second takes the place of the first.
  expect(fcm.received.map(({ message }) => message.android.notification.tag)).toEqual([
    notificationId!,
    notificationId!,
  ])
  expect(await bed.deliveries(userId)).toMatchObject([{ state: 'SENT', attempts: 2, unanswered: 0 }])
})

test('one whose every process is killed is sent twice at most', async () => {
  bed.now = new Date()
  fcm.received.length = 0
  const userId = await bed.addUser()
  await bed.addDevice(userId, 'another phone')
  await bed.tell({ userId })
  await deliverAndDie()
  await bed.db`update notification_delivery set next_at = ${bed.now} where state = 'OWED'`
  await deliverAndDie()
  passLease()
  await bed.deliver(push())
  expect(fcm.received).toHaveLength(2)
  expect(await bed.deliveries(userId)).toMatchObject([{ state: 'DEAD', attempts: 2 }])
})
