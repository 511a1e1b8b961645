import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createEmptyDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const MIGRATIONS = readMigrations(join(import.meta.dir, '../../../migrations'))
const BEFORE = MIGRATIONS.filter(({ name }) => name < '0045')

let empty: TestDatabase
beforeAll(async () => {
  empty = await createEmptyDatabase()
})
afterAll(() => empty.drop())

test('a contest of before gets the author who created it, and one of the operator or of a deleted account none', async () => {
  await migrate({ url: empty.url }, BEFORE)
  const { query } = empty.database
  const [author, other, deleted] = [await insertUser(query), await insertUser(query), await insertUser(query)]
  await query`update user_account set deleted_at = now() where id = ${deleted}`
  const newContest = async () => {
    const id = newId()
    await query`
      insert into contest (id, title, description, type, entry_fee_gems, guaranteed_pool_gems, prize_table,
        min_participants, starts_at, ends_at, question_ids, seed, created_at)
      values (${id}, 'Owls', '', 'PUBLIC', 0, 0, '{100}', 2, now(), now() + interval '1 hour', ${[newId()]}::uuid[], 's', now())`
    return id
  }
  const record = (action: string, contestId: string, actorId: string | null) =>
    query`
      insert into audit_entry (id, actor_id, actor_role, action, subject_kind, subject_id, created_at)
      values (${newId()}, ${actorId}, 'CREATOR', ${action}, 'contest', ${contestId}, now())`
  const [own, ofOperator, ofDeleted, unrecorded] = [
    await newContest(),
    await newContest(),
    await newContest(),
    await newContest(),
  ]
  await record('contest.created', own, author)
  await record('contest.updated', own, other)
  await record('contest.created', ofOperator, null)
  await record('contest.created', ofDeleted, deleted)
  await migrate({ url: empty.url }, MIGRATIONS)
  const rows = await query<{
    id: string
    authorId: string | null
  }>`select id, author_id as "authorId" from contest`
  expect(new Map(rows.map(({ id, authorId }) => [id, authorId]))).toEqual(
    new Map([
      [own, author],
      [ofOperator, null],
      [ofDeleted, null],
      [unrecorded, null],
    ]),
  )
})
