import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import type { UserId } from '../../platform/ids.ts'
import { listSignUps } from '../accounts/public/list-sign-ups.ts'
import { countBattles } from '../battle-records/public/count-battles.ts'
import { listCertifiedUsers } from '../certificates/public/list-certificates.ts'
import { sumTransfers } from '../ledger/public/sum-transfers.ts'
import { sumOrderOutcomes } from '../payment-orders/public/list-orders.ts'
import { countLessonCompletions } from '../progress/public/count-lesson-completions.ts'
import { listFirstSteps } from '../progress/public/list-first-steps.ts'
import { countActiveLearners, findFirstActiveDay, listActiveOn } from '../streaks/public/activity-stats.ts'

const ROWS = 20_000
const MIDDLE = '2026-03-15'
const ID_AT = (at: string) =>
  `(lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid`

let fixture: TestDatabase
beforeAll(async () => {
  fixture = await createTestDatabase()
  // One row every six minutes. The rows refer to others that do not exist, so foreign keys are disabled.
  const source = `(select n, at, ${ID_AT('at')} as id
    from generate_series(1, ${ROWS}) n, lateral (select timestamptz '2026-01-01' + n * interval '6 minutes' as at) moment) row`
  await fixture.database.withSession(async ({ script }) => {
    await script('set session_replication_role = replica')
    for (const text of [
      `insert into user_account (id, email, username, created_at) select id, n || '@example.com', 'user' || n, at from ${source}`,
      `insert into streak_day (user_id, day, status) select id, at::date, 'DONE' from ${source}`,
      `insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at) select id, id, id, id, at from ${source}`,
      `insert into enrollment (id, user_id, course_id, enrolled_at) select id, id, id, at from ${source}`,
      `insert into certificate (id, user_id, course_id, number, course_title, course_description, issued_at, metadata_cid)
       select id, id, id, 'LYC-2026-' || lpad(n::text, 8, '0'), '', '', at, '' from ${source}`,
      `insert into ledger_transfer (id, source, reason, created_at) select id, id::text, 'test', at from ${source}`,
      `insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
       select id, 1, 'house:issuance', 'GEM', -1, at from ${source} union all select id, 2, 'user:' || id, 'GEM', 1, at from ${source}`,
      `insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
         token_amount, rate, fee, method, created_at, updated_at)
       select id, id, id, 'ON_RAMP', 'COMPLETED', 'sandbox', 'KES', 100, 'GEMS', 1, 1, 0, 'MPESA', at, at from ${source}`,
      `insert into payment_order_transition (id, order_id, from_status, to_status, reason, at)
       select id, id, 'PROCESSING', 'COMPLETED', '', at from ${source}`,
      `insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at, ended_at, reason)
       select id, 'QUEUE', 'FINISHED', 0, id, at, at, at, 'COMPLETED' from ${source}`,
      'vacuum analyze',
    ])
      await script(text)
  })
})
afterAll(() => fixture.drop())

test('the jobs find new rows and the rows of a day by an index', async () => {
  const [first] = await fixture.database.query<{ id: UserId }>`
    select id from user_account where created_at > ${MIDDLE}::timestamptz order by id limit 1`
  const range = { after: first!.id, before: 'ffffffff-ffff-ffff-ffff-ffffffffffff', limit: 100 }
  const asked = [{ userId: first!.id, before: new Date('2027-01-01') }]
  const plans = await queryPlansOf(fixture.database, async (db) => {
    expect((await sumTransfers(db, range)).count).toBe(100)
    expect((await countLessonCompletions(db, range)).count).toBe(100)
    expect((await sumOrderOutcomes(db, range)).count).toBe(100)
    expect((await countBattles(db, MIDDLE))[0]!.battles).toBe(240)
    expect(await countActiveLearners(db, MIDDLE, 100)).toEqual([{ gapDays: 0, learners: 240 }])
    expect(await findFirstActiveDay(db)).toBe('2026-01-01')
    expect(await listSignUps(db, range)).toHaveLength(100)
    expect(await listFirstSteps(db, asked)).toEqual([
      { userId: first!.id, hasLesson: true, hasCourse: false },
    ])
    expect(await listCertifiedUsers(db, asked)).toEqual(new Set([first!.id]))
    expect((await listActiveOn(db, [{ userId: first!.id, day: MIDDLE }])).size).toBe(1)
  })
  expect(scannedTables(plans)).toEqual([])
  expect(Math.max(...plans.map(({ pages }) => pages))).toBeLessThan(1_500)
})
