import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createBarrier } from '../../../test/harness/barrier.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import {
  createNotificationFixture,
  DEFAULT_NOTICE,
  type NotificationFixture,
} from './notification-testbed.ts'
import { notifyAboutEvent } from './notify-about-event.ts'
import { erasePersonalData } from './personal-data.ts'
import { notify } from './public/notify.ts'

let fixture: NotificationFixture
beforeAll(async () => {
  fixture = await createNotificationFixture()
})
afterAll(() => fixture.test.drop())

const deps = { linkBase: 'lyceum://', connections: { sendToUser: () => {} } }
const countOf = async (userId: UserId) =>
  (
    await fixture.db<{
      count: number
    }>`select count(*)::int as count from notification where user_id = ${userId}`
  )[0]!.count

describe('repeated notifications', () => {
  test('concurrent notifications with one key result in one notification, one push and one frame', async () => {
    const userId = await fixture.addUser()
    await fixture.addDevice(userId)
    fixture.frames.length = 0
    fixture.pushed.length = 0
    const created = await Promise.all(
      Array.from({ length: 20 }, () => fixture.notify({ userId, dedupKey: 'once' })),
    )
    await fixture.deliver()
    expect(created.flat()).toHaveLength(1)
    expect([await countOf(userId), fixture.frames.length, fixture.pushed.length]).toEqual([1, 1, 1])
  })

  test('an event that is handled twice notifies each user once', async () => {
    const userIds = [await fixture.addUser(), await fixture.addUser()]
    const event = {
      id: newId<'Event'>(),
      name: 'contests.contest_cancelled',
      data: { contestId: 'c1', title: 'Cup', refundedGems: 5, userIds },
    }
    await notifyAboutEvent(fixture.write, deps, event, fixture.now)
    await Promise.all([
      notifyAboutEvent(fixture.write, deps, event, fixture.now),
      notifyAboutEvent(fixture.write, deps, { ...event, id: newId() }, fixture.now),
    ])
    expect(await Promise.all(userIds.map(countOf))).toEqual([1, 1])
  })

  test('an unsafe control that checks first notifies more than once', async () => {
    const userId = await fixture.addUser()
    const meet = createBarrier(5)
    const unsafeControl = async () => {
      const [found] =
        await fixture.db`select 1 from notification where user_id = ${userId} and title = 'control'`
      await meet()
      if (found) return
      await fixture.db`
        insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, created_at)
        values (${newId()}, ${userId}, 'SYSTEM', ${newId()}, 'control', 'b', 'c', 'en', true, now())`
    }
    await Promise.all(Array.from({ length: 5 }, unsafeControl))
    expect(await countOf(userId)).toBe(5)
  })
})

describe('recipients', () => {
  test('each user gets the notification in their own language', async () => {
    const french = await fixture.addUser({ language: 'fr-CA' })
    const german = await fixture.addUser({ language: 'de' })
    for (const userId of [french, german]) await fixture.notify({ userId })
    const titleOf = async (userId: UserId) =>
      (await fixture.db<{ title: string }>`select title from notification where user_id = ${userId}`)[0]!
        .title
    expect([await titleOf(french), await titleOf(german)]).toEqual(['Série de 7 jours !', '7-day streak!'])
  })

  test('deleted and suspended users get no notification', async () => {
    const [gone, suspended] = [await fixture.addUser(), await fixture.addUser()]
    await fixture.db`update user_account set deleted_at = now() where id = ${gone}`
    await fixture.db`update user_account set suspended_at = now() where id = ${suspended}`
    for (const userId of [gone, suspended]) expect(await fixture.notify({ userId })).toEqual([])
    expect(await fixture.notify({ userId: newId<'User'>() })).toEqual([])
  })

  test('one call notifies hundreds of users', async () => {
    const userIds: UserId[] = []
    for (let count = 0; count < 250; count++) userIds.push(await fixture.addUser())
    const event = {
      id: newId<'Event'>(),
      name: 'contests.contest_starting',
      data: { contestId: newId(), title: 'Cup', startsAt: fixture.now.toISOString(), userIds },
    }
    await notifyAboutEvent(fixture.write, deps, event, fixture.now)
    const [row] = await fixture.db<{ count: number }>`
      select count(distinct user_id)::int as count from notification where type = 'CONTEST_STARTING'`
    expect(row!.count).toBe(250)
  })
})

test('a notification waits for a concurrent account deletion and is not created', async () => {
  const userId = await fixture.addUser()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>()
  const leaving = fixture.test.database.transaction(async ({ statement }) => {
    await statement`select 1 from user_account where id = ${userId} for no key update`
    await statement`update user_account set deleted_at = now() where id = ${userId}`
    isLocked()
    await goOn
  })
  await locked
  const notifying = fixture.write((tx) =>
    notify(tx, deps, [{ ...DEFAULT_NOTICE, userId, dedupKey: 'late' }], fixture.now),
  )
  await Bun.sleep(50)
  release()
  await leaving
  expect(await notifying).toEqual([])
  expect(await countOf(userId)).toBe(0)
})

test('notifications that mention a user contain no name after a concurrent account deletion', async () => {
  // Some of them, with a name before and after the deletion, read French.
  const languages = ['en', 'fr', 'en', 'en', 'fr', 'en', 'en', 'en', 'en']
  const [gone, ...others] = await Promise.all(languages.map((language) => fixture.addUser({ language })))
  const mentions = { userId: gone!, as: 'opponent' }
  const notice = { ...DEFAULT_NOTICE, template: 'BATTLE_WON' as const, values: {}, mentions }
  const notifyOnce = (userId: UserId, dedupKey: string) =>
    fixture.write((tx) => notify(tx, deps, [{ ...notice, userId, dedupKey }], fixture.now))
  for (const name of ['first_name_of_gone', 'last_name_of_gone']) {
    await fixture.db`update user_account set username = ${name} where id = ${gone!}`
    await notifyOnce(others[0]!, name)
  }
  const leave = fixture.write(async (tx) => {
    await tx`select 1 from user_account where id = ${gone!} for no key update`
    await tx`update user_account set deleted_at = now(), username = 'deleted_one' where id = ${gone!}`
    await erasePersonalData(tx, { id: newId(), name: '', data: { userId: gone! } })
  })
  await Promise.all([...others.map((userId) => notifyOnce(userId, 'concurrent')), leave])
  await notifyOnce(others[0]!, 'afterwards')
  const rows = await fixture.db<{ body: string; about: string | null }>`
    select body, mentioned_name as about from notification where user_id = any(${others}::uuid[])`
  expect(rows).toHaveLength(others.length + 3)
  expect(new Set(rows.map(({ body }) => body))).toEqual(
    new Set(['Vous avez battu quelqu’un.', 'You beat somebody.']),
  )
  expect([...new Set(rows.map(({ about }) => about))]).toEqual([null])
})

test('a notification that is rolled back leaves no row, no frame and no job', async () => {
  const userId = await fixture.addUser()
  const frames: unknown[] = []
  const failing = fixture.write(async (tx) => {
    const connections = { sendToUser: (...frame: unknown[]) => void frames.push(frame) }
    await notify(tx, { ...deps, connections }, [{ ...DEFAULT_NOTICE, userId, dedupKey: 'x' }], fixture.now)
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect([await countOf(userId), frames]).toEqual([0, []])
})

test('a device that is deleted during a notification gets no delivery, and the other devices do', async () => {
  const userId = await fixture.addUser()
  const deviceId = await fixture.addDevice(userId)
  await fixture.addDevice(userId)
  const { promise: dropped, resolve: isDropped } = Promise.withResolvers<void>()
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>()
  const dropping = fixture.test.database.transaction(async ({ statement }) => {
    await statement`delete from device_token where id = ${deviceId}`
    isDropped()
    await goOn
  })
  await dropped
  const notifying = fixture.notify({ userId })
  await Bun.sleep(50)
  release()
  await dropping
  expect(await notifying).toHaveLength(1)
  expect(await fixture.deliveries(userId)).toHaveLength(1)
})
