import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { testClusterUrl, withDatabase } from '../../../test/harness/database.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { Database } from '../../platform/db/database.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { badgeProgressFor } from './badge-progress.ts'
import { listShownDefinitions } from './definition-queries.ts'
import { listProgress } from './queries.ts'

setDefaultTimeout(60_000)

const MIGRATIONS = join(import.meta.dir, '../../../migrations')

test('a database of before has the twelve after it, and everybody is where they were', async () => {
  const clusterUrl = await testClusterUrl()
  const name = `upgrade_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new Database({ url: withDatabase(clusterUrl, 'postgres'), poolSize: 1 })
  await admin.withSession(({ script }) => script(`create database ${name}`))
  const url = withDatabase(clusterUrl, name)
  const all = readMigrations(MIGRATIONS)
  const database = new Database({ url, poolSize: 2 })
  try {
    await migrate(
      { url },
      all.filter((migration) => migration.name < '0026'),
    )
    const db = database.query
    const userId = await insertUser(db)
    await db`
      insert into badge_progress (user_id, badge_type, current_progress, completed_at)
      values (${userId}, 'FIRST_STEPS', 1, now()), (${userId}, 'QUIZ_MASTER', 17, null)`
    await db`insert into badge_counted_item (user_id, badge_type, mark) values (${userId}, 'QUIZ_MASTER', 'q')`
    const before = await listProgress(db, userId)
    await migrate({ url }, all)
    expect(await listProgress(db, userId)).toEqual(before)
    const progress = badgeProgressFor(await listShownDefinitions(db), before)
    expect(progress).toHaveLength(12)
    expect(progress.filter(({ currentProgress }) => currentProgress > 0)).toMatchObject([
      { badge: { type: 'FIRST_STEPS', status: 'PUBLISHED', origin: 'BUILT_IN' }, isCompleted: true },
      { badge: { type: 'QUIZ_MASTER' }, currentProgress: 17, isCompleted: false },
    ])
  } finally {
    await database.close()
    await admin.withSession(({ script }) => script(`drop database if exists ${name} with (force)`))
    await admin.close()
  }
})
