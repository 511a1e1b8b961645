import { afterAll, beforeAll, expect, test } from 'bun:test'
import { streakExtended } from '../../../events/streaks.ts'
import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { reactionTable } from '../../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../../platform/transaction/write.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin-testbed.ts'
import { countCompletedLessons, countDaily } from './count-daily-stats.ts'
import { listDailyStats } from './queries.ts'

let fixture: AdminFixture
let write: Write
beforeAll(async () => {
  fixture = await createAdminFixture()
  write = createWrite(fixture.service.test.another(), reactionTable([]), () => {})
})
afterAll(() => fixture.stop())

const db = () => fixture.service.test.database.query

test('users, active learners and completions are counted once each', async () => {
  const { lessonId } = await publishedCourse(fixture)
  const learners = await Promise.all(Array.from({ length: 5 }, () => fixture.service.register()))
  for (let time = 0; time < 2; time++)
    await Promise.all(
      learners.map((user) => fixture.call(`POST /user-lessons/${lessonId}/complete`, {}, user)),
    )
  const soon = addMs(new Date(), 10 * MINUTE_MS)
  await Promise.all([countCompletedLessons({ write }, soon), countCompletedLessons({ write }, soon)])
  await countCompletedLessons({ write }, soon)
  await fixture.call('DELETE /user/account', { password: learners[0]!.password }, learners[0])

  const { users, learning, days } = (await fixture.call('GET /admin/stats')).body.data
  const [accounts] = await db()<{ count: number }>`
    select count(*)::integer as count from user_account where deleted_at is null`
  expect(users).toEqual({ total: accounts!.count, registeredToday: accounts!.count + 1 })
  expect(learning).toEqual({ activeToday: 5, lessonsCompleted: 5, coursesCompleted: 5 })
  expect(days[0]).toMatchObject({ activeLearners: 5, lessonsCompleted: 5, coursesCompleted: 5 })
})

test('several events of a transaction are counted by one statement', async () => {
  const days = ['2026-01-07T01:00:00.000Z', '2026-01-07T02:00:00.000Z', '2026-01-08T01:00:00.000Z']
  const events = days.map((at) => streakExtended({ userId: newId() as UserId, currentDays: 1, at }))
  let statements = 0
  await write((tx) => {
    const counting = new Proxy(tx, {
      apply: (target, self, given) => {
        statements++
        return Reflect.apply(target, self, given)
      },
    })
    return countDaily('ACTIVE').handleBatch!(counting, events)
  })
  expect(statements).toBe(1)
  const stored = await listDailyStats(db(), new Date('2026-01-07T00:00:00.000Z'))
  const activeOn = (day: string) => stored.find((row) => row.day === day)!.activeLearners
  expect([activeOn('2026-01-07'), activeOn('2026-01-08')]).toEqual([2, 1])
})

test('merging the shards of past days keeps the sums', async () => {
  await db()`
    insert into daily_stat (day, kind, shard, count)
    select '2026-01-05', 'ACTIVE', shard, 3 from generate_series(1, 15) shard`
  await countCompletedLessons({ write }, new Date())
  const rows = await db()`select shard, count::integer as count from daily_stat where day = '2026-01-05'`
  expect(rows).toEqual([{ shard: 0, count: 45 }])
  const days = await listDailyStats(db(), new Date('2026-01-05T00:00:00.000Z'))
  expect(days.at(-1)).toMatchObject({ day: '2026-01-05', activeLearners: 45 })
})
