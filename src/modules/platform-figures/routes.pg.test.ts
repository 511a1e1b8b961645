import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { VisitCounter } from '../../app/web/visit-counter.ts'
import { addMs, MINUTE_MS } from '../../platform/clock.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { type AdminFixture, createAdminFixture, publishedCourse } from '../admin/admin-testbed.ts'
import { countCohorts } from './count-cohorts.ts'
import { countPlatformStats } from './count-stats.ts'

let fixture: AdminFixture
beforeAll(async () => {
  fixture = await createAdminFixture()
})
afterAll(() => fixture.stop())

const read = async (part: string, query = '') =>
  (await fixture.call(`GET /admin/figures/${part}${query}`)).body.data
const lastOf = async (part: string) => (await read(part)).intervals.at(-1)

test('what learners do is in the stats after the jobs have run', async () => {
  const { lessonId } = await publishedCourse(fixture)
  const learners = await Promise.all(Array.from({ length: 3 }, () => fixture.service.register()))
  for (const learner of learners)
    await fixture.call(`POST /user-lessons/${lessonId}/complete`, { timeSpentSeconds: 90 }, learner)
  const database = fixture.service.test.another()
  const write = createWrite(database, reactionTable([]), () => {})
  // Rows wait while the service has an open transaction, so one run may be too early.
  await waitUntil(async () => {
    await countPlatformStats({ write }, { now: addMs(new Date(), 10 * MINUTE_MS) })
    return (await lastOf('learning')).lessons === 3 && (await lastOf('ledger')).issued > 0
  })
  await countCohorts({ db: database.query, write }, { now: new Date() })
  await database.close()

  expect(await lastOf('activity')).toMatchObject({
    dailyActive: 3,
    weeklyActive: 3,
    monthlyActive: 3,
    newLearners: 3,
  })
  expect(await lastOf('retention')).toMatchObject({ users: 4, day1: null })
  expect(await lastOf('funnel')).toMatchObject({
    signedUp: 4,
    firstLesson: 3,
    firstCourse: 3,
    firstCertificate: 0,
  })
  expect(await lastOf('learning')).toMatchObject({ lessons: 3, minutes: 5 })
  expect(await lastOf('battles')).toMatchObject({ battles: 0 })
  expect((await read('revenue')).intervals).toEqual([])
  const gems = await read('ledger', '?interval=month')
  const [stored] = await fixture.service.test.database.query<{ gems: number }>`
    select sum(balance)::int as gems from ledger_balance where asset = 'GEM'`
  expect(gems.intervals.at(-1)).toMatchObject({ withUsers: stored!.gems, inEscrow: 0 })
  expect(gems.reasons.length).toBeGreaterThan(0)
})

test('the stats are files too', async () => {
  const csv = async (part: string) => {
    const response = await fetch(`${fixture.service.url}/api/v2/admin/figures/${part}?format=csv`, {
      headers: { authorization: `Bearer ${fixture.admin.accessToken}` },
    })
    expect(response.headers.get('content-disposition')).toContain(`${part}.csv`)
    return response.text()
  }
  expect(await csv('activity')).toStartWith(
    'start,dailyActive,weeklyActive,monthlyActive,newLearners,returningLearners\r\n',
  )
  for (const part of ['retention', 'funnel', 'learning', 'ledger', 'battles'])
    expect((await csv(part)).split('\r\n')).toHaveLength(32)
  expect(await csv('revenue')).toStartWith('start,direction,provider,asset,currency,orders,amount,fees,')
})

test('a wrong day, interval, asset or field is refused', async () => {
  for (const query of ['from=2026-02-30', 'interval=year', 'asset=GOLD', 'since=2026-01-01'])
    expect([query, (await fixture.call(`GET /admin/figures/ledger?${query}`)).status]).toEqual([query, 400])
})

test('visits of public pages are the first step of the funnel, from all processes and after failed writes', async () => {
  const visits = async () => (await lastOf('funnel')).visits as number
  const before = await visits()
  const day = (await read('funnel')).to as string
  const now = new Date(`${day}T12:00:00Z`)
  const headers = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
  const database = fixture.service.test.another()
  const write = createWrite(database, reactionTable([]), () => {})
  const counters = [new VisitCounter(), new VisitCounter()]
  let isAway = true
  const sometimes = ((work: never) =>
    isAway ? Promise.reject(new Error('away')) : write(work)) as typeof write
  for (const counter of counters) {
    counter.attach({ write: sometimes })
    for (let visit = 0; visit < 3; visit++) counter.count(new Request('http://localhost/', { headers }), now)
    await counter.store()
  }
  expect(await visits()).toBe(before)
  isAway = false
  await Promise.all(counters.map((counter) => counter.store()))
  await Promise.all(counters.map((counter) => counter.store()))
  await database.close()
  expect(await visits()).toBe(before + 6)
})
