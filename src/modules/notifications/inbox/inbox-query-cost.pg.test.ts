import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { applyRules } from '../../../../test/harness/apply-rules.ts'
import { reportMeasurement } from '../../../../test/harness/report-measurement.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { NotificationId } from '../notification.ts'
import { createNotificationFixture, type NotificationFixture } from '../notification-testbed.ts'
import { notificationRetention } from '../retention.ts'
import { deleteNotification, getInboxPage, type InboxFilter, updateRead } from './queries.ts'

const MANY = 100_000
const FEW = 40
const OTHERS = 500
/** Recent enough that none of them is old when the test advances the clock. */
const LONG_AFTER = new Date('2028-01-01')
let fixture: NotificationFixture
let full: UserId
let small: UserId
beforeAll(async () => {
  fixture = await createNotificationFixture()
  full = await fixture.addUser()
  small = await fixture.addUser()
  for (const [userId, count] of [
    [full, MANY],
    [small, FEW],
  ] as const) {
    for (let start = 0; start < count; start += 20_000) {
      await fixture.db`
        insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, read_at, created_at)
        select uuidv7(), ${userId}, case number % 4 when 0 then 'SYSTEM' else 'BADGE_EARNED' end, number::text, 'a', 'b',
          'c', 'en', true, case when number % 2 = 0 then now() end, ${LONG_AFTER}::timestamptz + number * interval '1 ms'
        from generate_series(${start + 1}::int, ${Math.min(count, start + 20_000)}::int) as number`
    }
  }
  // Other users have as many notifications, all of them newer.
  await fixture.db`
    insert into user_account (id, email, username, created_at)
    select gen_random_uuid(), number || '@others.example', 'other' || number, now()
    from generate_series(1, ${OTHERS}::int) as number`
  await fixture.db`
    insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, created_at)
    select uuidv7(), id, case number % 2 when 0 then 'SYSTEM' else 'BADGE_EARNED' end, number::text, 'a', 'b', 'c', 'en',
      true, ${LONG_AFTER}::timestamptz + interval '1 day'
    from user_account, generate_series(1, 40) as number where email like '%@others.example'`
  await fixture.test.database.withSession(({ script }) =>
    script('vacuum analyze notification, notification_count'),
  )
})
afterAll(() => fixture.test.drop())

const filters: [string, Partial<InboxFilter>, string][] = [
  ['all', {}, 'notification_inbox'],
  ['unread', { unreadOnly: true }, 'notification_unread'],
  ['one type', { type: 'SYSTEM' }, 'notification_by_type'],
]

describe(`an inbox of ${MANY} notifications`, () => {
  test.each(filters)(
    'listing %s of a large inbox uses an index and costs as much as for a small one',
    async (name, filter, index) => {
      const whole = { unreadOnly: false, type: null, limit: 20, offset: 0, ...filter }
      const { plan, pages } = await fixture.explain((db) => getInboxPage(db, full, whole))
      const least = await fixture.explain((db) => getInboxPage(db, small, whole))
      reportMeasurement(`inbox, ${name}: ${pages} pages of ${MANY}, ${least.pages} of ${FEW}`)
      expect(plan).toContain(index)
      expect(plan).toContain('notification_count_pkey')
      expect(plan).not.toContain('Seq Scan')
      expect(pages).toBeLessThan(least.pages + 30)
    },
  )

  test('the totals of a large inbox are read without counting rows', async () => {
    const filter = { unreadOnly: false, type: null, limit: 1, offset: 0 }
    expect(await getInboxPage(fixture.db, full, filter)).toMatchObject({ total: MANY, unread: MANY / 2 })
    expect(await getInboxPage(fixture.db, full, { ...filter, type: 'SYSTEM' })).toMatchObject({
      total: MANY / 4,
    })
    expect(
      await getInboxPage(fixture.db, full, { ...filter, unreadOnly: true, type: 'SYSTEM' }),
    ).toMatchObject({
      entries: [],
      total: 0,
      unread: MANY / 2,
    })
  })

  test('marking and deleting one notification of a large inbox costs as much as in a small one', async () => {
    const someOf = async (userId: UserId) => {
      const { entries } = await getInboxPage(fixture.db, userId, {
        unreadOnly: true,
        type: null,
        limit: 2,
        offset: 0,
      })
      return entries.map(({ id }) => id)
    }
    const [inFull, inSmall] = [await someOf(full), await someOf(small)]
    for (const [name, run] of [
      [
        'read',
        (db: Parameters<typeof updateRead>[0], userId: UserId, id: NotificationId) =>
          updateRead(db, userId, id, fixture.now),
      ],
      ['deleted', deleteNotification],
    ] as const) {
      const at = name === 'read' ? 0 : 1
      const { plan, pages } = await fixture.explain((db) => run(db, full, inFull[at]!))
      const least = await fixture.explain((db) => run(db, small, inSmall[at]!))
      reportMeasurement(`inbox, one ${name}: ${pages} pages of ${MANY}, ${least.pages} of ${FEW}`)
      expect(plan).toContain('Index Cond')
      expect(plan).not.toContain('Seq Scan')
      expect(pages).toBeLessThan(least.pages + 40)
    }
    expect(
      await getInboxPage(fixture.db, full, { unreadOnly: false, type: null, limit: 1, offset: 0 }),
    ).toMatchObject({
      total: MANY - 1,
      unread: MANY / 2 - 2,
    })
  })
})

test('old notifications are deleted in batches by an index, and locked ones are skipped', async () => {
  const keepDays = 90
  const retain = (db: Db, now: Date) =>
    applyRules(db, notificationRetention, now, { DEVICE_TOKENS_KEEP_DAYS: '30' })
  const userId = await fixture.addUser()
  await fixture.addDevice(userId, 'unseen')
  await fixture.notify({ userId })
  const locked = await fixture.notify({ userId })
  fixture.now = new Date(fixture.now.getTime() + (keepDays + 1) * 86_400_000)
  await fixture.addDevice(userId, 'seen')
  const young = await fixture.notify({ userId })
  const remaining = async () =>
    (await fixture.db<{ id: string }>`select id from notification where user_id = ${userId} order by id`).map(
      ({ id }) => id,
    )

  await fixture.test.database.transaction(async ({ statement }) => {
    await statement`select 1 from notification where id = ${locked[0]!} for update`
    await retain(fixture.db, fixture.now)
    expect(await remaining()).toEqual([locked[0]!, young[0]!])
  })
  const nothing = new Date('2000-01-01')
  const { plan } = await fixture.explain((db) => retain(db, nothing))
  expect(plan).toContain('notification_created_day')
  await retain(fixture.db, fixture.now)
  expect(await remaining()).toEqual(young)
  expect(
    (await fixture.db`select token from device_token where user_id = ${userId}`).map(({ token }) => token),
  ).toEqual(['seen'])
  expect(
    await getInboxPage(fixture.db, userId, { unreadOnly: false, type: null, limit: 5, offset: 0 }),
  ).toMatchObject({
    total: 1,
    unread: 1,
  })
})
