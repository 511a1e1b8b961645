import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { newId } from '../../platform/ids.ts'
import { searchUsers } from '../accounts/public/user-records.ts'
import { countEntries, listEntries } from './queries.ts'

let fixture: TestDatabase
let userId: string
beforeAll(async () => {
  fixture = await createTestDatabase()
  const db = fixture.database.query
  // In batches, because each statement has a time limit.
  for (let portion = 0; portion < 10; portion++)
    await db`
      insert into user_account (id, email, username, created_at)
      select id, 'mail' || md5(id::text) || '@example.com', 'u' || substr(md5(id::text), 1, 20), now()
      from (select uuidv7() as id from generate_series(1, 2000)) fresh`
  userId = newId()
  await db`
    insert into user_account (id, email, username, created_at)
    values (${userId}, 'needle@example.com', 'haystack_needle', now())`
  await db`update user_account set role = 'CREATOR' where id in (select id from user_account limit 3)`
  await db`update user_account set suspended_at = now() where id in (select id from user_account offset 9 limit 3)`
  for (let portion = 0; portion < 5; portion++)
    await db`
      insert into audit_entry (id, actor_id, actor_role, action, subject_kind, subject_id, user_id, created_at)
      select uuidv7(), id, 'ADMIN', 'user.granted', 'user', id::text, id, now()
      from (select id from user_account order by id limit 4000) person`
  await db`insert into audit_entry_personal (entry_id, user_id, data) select id, actor_id, '{}' from audit_entry`
  await fixture.database.withSession(({ script }) => script('vacuum analyze'))
})
afterAll(() => fixture.drop())

test('the user search and every filter of the audit log use an index', async () => {
  const plans = await queryPlansOf(fixture.database, async (db) => {
    const { users } = await searchUsers(db, { search: 'needle', page: 1, limit: 20 })
    expect(users.map(({ id }) => id as string)).toEqual([userId])
    await searchUsers(db, { search: 'needle', role: 'USER', page: 1, limit: 20 })
    expect((await searchUsers(db, { role: 'CREATOR', page: 1, limit: 20 })).total).toBe(3)
    expect((await searchUsers(db, { role: 'ADMIN', page: 1, limit: 20 })).total).toBe(0)
    expect((await searchUsers(db, { isSuspended: true, page: 1, limit: 20 })).total).toBe(3)
    for (const filter of [{ actorId: userId }, { userId }, { subjectKind: 'user', subjectId: userId }]) {
      await listEntries(db, filter, 50, 0)
      await countEntries(db, filter)
    }
  })
  expect(scannedTables(plans)).toEqual([])
  const most = Math.max(...plans.map(({ pages }) => pages))
  reportMeasurement(`admin: searching 20,000 users and 20,000 acts touches ${most} pages at most`)
  expect(most).toBeLessThan(400)
})
