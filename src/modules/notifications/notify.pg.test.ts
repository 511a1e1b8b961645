import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createMeeting } from '../../../test/harness/races.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { type NotificationBed, openNotificationBed, USUAL_NOTICE } from './notification-testbed.ts'
import { notify } from './notify.ts'
import { forgetNotifications } from './personal-data.ts'
import { tellOf } from './tell-of.ts'

setDefaultTimeout(120_000)

let bed: NotificationBed
beforeAll(async () => {
  bed = await openNotificationBed()
})
afterAll(() => bed.test.drop())

const parts = { linkBase: 'lyceum://', sockets: { toUser: () => {} } }
const countOf = async (userId: UserId) =>
  (
    await bed.db<{ count: number }>`select count(*)::int as count from notification where user_id = ${userId}`
  )[0]!.count

describe('the same thing', () => {
  test('told many times at once is one notification, one push and one frame', async () => {
    const userId = await bed.addUser()
    await bed.addDevice(userId)
    bed.frames.length = 0
    bed.pushed.length = 0
    const told = await Promise.all(Array.from({ length: 20 }, () => bed.tell({ userId, cause: 'once' })))
    await bed.deliver()
    expect(told.flat()).toHaveLength(1)
    expect([await countOf(userId), bed.frames.length, bed.pushed.length]).toEqual([1, 1, 1])
  })

  test('as one fact, heard twice, is told once to each', async () => {
    const userIds = [await bed.addUser(), await bed.addUser()]
    const fact = {
      id: newId<'Fact'>(),
      name: 'contests.contest_cancelled',
      data: { contestId: 'c1', title: 'Cup', refundedGems: 5, userIds },
    }
    await tellOf(bed.write, parts, fact, bed.now)
    await Promise.all([
      tellOf(bed.write, parts, fact, bed.now),
      tellOf(bed.write, parts, { ...fact, id: newId() }, bed.now),
    ])
    expect(await Promise.all(userIds.map(countOf))).toEqual([1, 1])
  })

  test('told by a twin that looks first is told more than once', async () => {
    const userId = await bed.addUser()
    const meet = createMeeting(5)
    const naive = async () => {
      const [found] = await bed.db`select 1 from notification where user_id = ${userId} and title = 'twin'`
      await meet()
      if (found) return
      await bed.db`
        insert into notification (id, user_id, type, cause, title, body, link, language, in_inbox, created_at)
        values (${newId()}, ${userId}, 'SYSTEM', ${newId()}, 'twin', 'b', 'c', 'en', true, now())`
    }
    await Promise.all(Array.from({ length: 5 }, naive))
    expect(await countOf(userId)).toBe(5)
  })
})

describe('who is told', () => {
  test('hears it in their own language', async () => {
    const french = await bed.addUser({ language: 'fr-CA' })
    const german = await bed.addUser({ language: 'de' })
    for (const userId of [french, german]) await bed.tell({ userId })
    const titleOf = async (userId: UserId) =>
      (await bed.db<{ title: string }>`select title from notification where user_id = ${userId}`)[0]!.title
    expect([await titleOf(french), await titleOf(german)]).toEqual(['Série de 7 jours !', '7-day streak!'])
  })

  test('is nobody whose account is gone or suspended', async () => {
    const [gone, suspended] = [await bed.addUser(), await bed.addUser()]
    await bed.db`update user_account set deleted_at = now() where id = ${gone}`
    await bed.db`update user_account set suspended_at = now() where id = ${suspended}`
    for (const userId of [gone, suspended]) expect(await bed.tell({ userId })).toEqual([])
    expect(await bed.tell({ userId: newId<'User'>() })).toEqual([])
  })

  test('may be hundreds at once', async () => {
    const userIds: UserId[] = []
    for (let count = 0; count < 250; count++) userIds.push(await bed.addUser())
    const fact = {
      id: newId<'Fact'>(),
      name: 'contests.contest_starting',
      data: { contestId: newId(), title: 'Cup', startsAt: bed.now.toISOString(), userIds },
    }
    await tellOf(bed.write, parts, fact, bed.now)
    const [row] = await bed.db<{ count: number }>`
      select count(distinct user_id)::int as count from notification where type = 'CONTEST_STARTING'`
    expect(row!.count).toBe(250)
  })
})

test('whoever leaves while they are told leaves nothing behind: one waits for the other', async () => {
  const userId = await bed.addUser()
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>()
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>()
  const leaving = bed.test.database.transaction(async ({ statement }) => {
    await statement`select 1 from user_account where id = ${userId} for no key update`
    await statement`update user_account set deleted_at = now() where id = ${userId}`
    isLocked()
    await goOn
  })
  await locked
  const telling = bed.write((tx) => notify(tx, parts, [{ ...USUAL_NOTICE, userId, cause: 'late' }], bed.now))
  await Bun.sleep(50)
  release()
  await leaving
  expect(await telling).toEqual([])
  expect(await countOf(userId)).toBe(0)
})

test('whoever leaves while others are told of them is named to nobody, by none of their names', async () => {
  const [gone, ...others] = await Promise.all(Array.from({ length: 9 }, () => bed.addUser()))
  const names = { userId: gone!, as: 'opponent' }
  const notice = { ...USUAL_NOTICE, template: 'BATTLE_WON' as const, values: {}, names }
  const tell = (userId: UserId, cause: string) =>
    bed.write((tx) => notify(tx, parts, [{ ...notice, userId, cause }], bed.now))
  for (const name of ['first_name_of_gone', 'last_name_of_gone']) {
    await bed.db`update user_account set username = ${name} where id = ${gone!}`
    await tell(others[0]!, name)
  }
  const leave = bed.write(async (tx) => {
    await tx`select 1 from user_account where id = ${gone!} for no key update`
    await tx`update user_account set deleted_at = now(), username = 'deleted_one' where id = ${gone!}`
    await forgetNotifications(tx, { id: newId(), name: '', data: { userId: gone! } })
  })
  await Promise.all([...others.map((userId) => tell(userId, 'at once')), leave])
  await tell(others[0]!, 'afterwards')
  const rows = await bed.db<{ body: string; about: string | null }>`
    select body, about_name as about from notification where user_id = any(${others}::uuid[])`
  expect(rows).toHaveLength(others.length + 3)
  expect([...new Set(rows.map(({ body }) => body))]).toEqual(['You beat somebody.'])
  expect([...new Set(rows.map(({ about }) => about))]).toEqual([null])
})

test('what is told and then rolled back is not told: no row, no frame, no job', async () => {
  const userId = await bed.addUser()
  const frames: unknown[] = []
  const failing = bed.write(async (tx) => {
    const sockets = { toUser: (...frame: unknown[]) => void frames.push(frame) }
    await notify(tx, { ...parts, sockets }, [{ ...USUAL_NOTICE, userId, cause: 'x' }], bed.now)
    throw new Error('after all not')
  })
  await expect(failing).rejects.toThrow('after all not')
  expect([await countOf(userId), frames]).toEqual([0, []])
})

test('a device that is dropped while its user is told is owed nothing, and telling goes on', async () => {
  const userId = await bed.addUser()
  const deviceId = await bed.addDevice(userId)
  await bed.addDevice(userId)
  const { promise: dropped, resolve: isDropped } = Promise.withResolvers<void>()
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>()
  const dropping = bed.test.database.transaction(async ({ statement }) => {
    await statement`delete from device_token where id = ${deviceId}`
    isDropped()
    await goOn
  })
  await dropped
  const telling = bed.tell({ userId })
  await Bun.sleep(50)
  release()
  await dropping
  expect(await telling).toHaveLength(1)
  expect(await bed.deliveries(userId)).toHaveLength(1)
})
