import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { exportPersonalData } from './personal-data.ts'
import { countReports, listReports } from './queries.ts'

let fixture: TestDatabase
let userId: Awaited<ReturnType<typeof insertUser>>
beforeAll(async () => {
  fixture = await createTestDatabase()
  const db = fixture.database.query
  userId = await insertUser(db)
  // Many decided reports, and few that wait.
  await db`
    insert into report (id, user_id, kind, target_id, reason, text, status, created_at, decided_at)
    select uuidv7(), null, 'QUESTION', gen_random_uuid(), 'WRONG', '', 'DISMISSED', now(), now()
    from generate_series(1, 20000)`
  await db`
    insert into report (id, user_id, kind, target_id, reason, text, created_at)
    select uuidv7(), ${userId}, 'LESSON', gen_random_uuid(), 'WRONG', '', now() from generate_series(1, 30)`
  await fixture.database.withSession(({ script }) => script('vacuum analyze report'))
})
afterAll(() => fixture.drop())

test('the queue and the export of a user read no decided reports of others', async () => {
  const plans = await queryPlansOf(fixture.database, async (db) => {
    for (const kind of [null, 'LESSON'] as const) {
      expect(await listReports(db, { status: 'OPEN', kind }, 50, 0)).toHaveLength(30)
      expect(await countReports(db, { status: 'OPEN', kind })).toBe(30)
    }
    expect(await exportPersonalData(db, userId)).toHaveLength(30)
  })
  expect(scannedTables(plans)).toEqual([])
  expect(Math.max(...plans.map(({ pages }) => pages))).toBeLessThan(100)
})
