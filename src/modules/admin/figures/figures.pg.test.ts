import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import { reactionTable } from '../../../platform/reactions.ts'
import { createWrite, type Write } from '../../../platform/write.ts'
import { type AdminBed, openAdminBed, publishedCourse } from '../admin-testbed.ts'
import { listDays } from './queries.ts'
import { tallyDone } from './tally.ts'

setDefaultTimeout(120_000)

let bed: AdminBed
let write: Write
beforeAll(async () => {
  bed = await openAdminBed()
  write = createWrite(bed.service.test.another(), reactionTable([]), () => {})
})
afterAll(() => bed.stop())

const db = () => bed.service.test.database.query

test('users, learners of a day and completions are counted, each once', async () => {
  const { lessonId } = await publishedCourse(bed)
  const learners = await Promise.all(Array.from({ length: 5 }, () => bed.service.register()))
  for (let time = 0; time < 2; time++)
    await Promise.all(learners.map((user) => bed.call(`POST /user-lessons/${lessonId}/complete`, {}, user)))
  const soon = later(new Date(), 10 * MINUTE_MS)
  await Promise.all([tallyDone({ write }, soon), tallyDone({ write }, soon)])
  await tallyDone({ write }, soon)
  await bed.call('DELETE /user/account', { password: learners[0]!.password }, learners[0])

  const { users, learning, days } = (await bed.call('GET /admin/stats')).body.data
  const [accounts] = await db()<{ count: number }>`
    select count(*)::integer as count from user_account where deleted_at is null`
  expect(users).toEqual({ total: accounts!.count, registeredToday: accounts!.count + 1 })
  expect(learning).toEqual({ activeToday: 5, lessonsCompleted: 5, coursesCompleted: 5 })
  expect(days[0]).toMatchObject({ activeLearners: 5, lessonsCompleted: 5, coursesCompleted: 5 })
})

test('the lanes of past days become one, and the sums stay', async () => {
  await db()`
    insert into daily_tally (day, kind, lane, count)
    select '2026-01-05', 'ACTIVE', lane, 3 from generate_series(1, 15) lane`
  await tallyDone({ write }, new Date())
  const rows = await db()`select lane, count::integer as count from daily_tally where day = '2026-01-05'`
  expect(rows).toEqual([{ lane: 0, count: 45 }])
  const days = await listDays(db(), new Date('2026-01-05T00:00:00.000Z'))
  expect(days.at(-1)).toMatchObject({ day: '2026-01-05', activeLearners: 45 })
})
