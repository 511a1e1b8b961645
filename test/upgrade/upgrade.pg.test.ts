import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { ESCROW_CHECKS } from '../../src/app/escrow-checks.ts'
import { auditLedger } from '../../src/modules/ledger/public/audit-ledger.ts'
import { VARIABLE_NAMES } from '../../src/platform/config/config.ts'
import { REMOVED_SETTINGS } from '../../src/platform/config/removed-settings.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrate.ts'
import { createEmptyDatabase, type TestDatabase } from '../harness/database.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { readUser } from './read-user.ts'
import { listReleaseFixtures, readReleaseFixture } from './release-fixture.ts'

// The upgrade from the newest release: its database, the migrations since then, and the service of now.

const fixture = readReleaseFixture(listReleaseFixtures().at(-1)!)
const MIGRATIONS = readMigrations(join(import.meta.dir, '../../migrations'))
/** Tables whose rows a migration adds, deletes or moves, with that migration. Ledger, progress and certificates never. */
const CHANGED_BY_MIGRATIONS: Record<string, string> = { 'public.schema_migration': 'all of them' }

let database: TestDatabase
let service: TestService | undefined
beforeAll(async () => {
  database = await createEmptyDatabase()
  await database.database.withSession(({ script }) => script(fixture.script))
})
afterAll(async () => {
  await service?.stop()
  await database.drop()
})

test(`the database of ${fixture.version} migrates to the current schema and keeps its rows`, async () => {
  const ran: string[] = []
  await migrate({ url: database.url }, MIGRATIONS, (line) => ran.push(line))
  const released = new Set(fixture.migrations)
  const added = MIGRATIONS.filter(({ name }) => !released.has(name))
  expect(ran).toEqual(added.map(({ name }) => `migrated ${name}`))
  expect(await countRows(Object.keys(fixture.rows))).toEqual(
    Object.fromEntries(Object.entries(fixture.rows).filter(([table]) => !CHANGED_BY_MIGRATIONS[table])),
  )
})

test('the ledger of the earlier release is balanced after the upgrade', async () => {
  const { checked, faults } = await auditLedger(database.database, ESCROW_CHECKS)
  expect(faults).toEqual([])
  expect(checked.transfers).toBe(fixture.rows['public.ledger_transfer']!)
})

test('users of the earlier release sign in and have their XP, gems, progress and certificates', async () => {
  service = await startTestService({}, database)
  const users = []
  for (const user of fixture.users) users.push(await readUser(service, user))
  expect(users).toEqual(fixture.users)
  expect(users.some(({ certificates }) => certificates.length > 0)).toBe(true)
  expect((await auditLedger(database.database, ESCROW_CHECKS)).faults).toEqual([])
})

test('a user of the earlier release continues to learn', async () => {
  const beginner = fixture.users.find(({ progress }) => Object.keys(progress).length === 0)!
  const { call } = service!
  const { body } = await call('POST /auth/login', { body: beginner })
  const token: string = body.data.accessToken
  const { data: courses } = (await call('GET /course?limit=100', { token })).body
  const { id } = courses.find(({ isPremium }: { isPremium: boolean }) => !isPremium)
  await call(`POST /user-courses/enroll/${id}`, { token })
  const [lesson] = (await call(`GET /course/${id}`, { token })).body.data.lessons
  const completed = await call(`POST /user-lessons/${lesson.id}/complete`, { token, body: {} })
  expect([completed.status, completed.body.data?.newTotalXP]).toEqual([
    200,
    beginner.totalXP + lesson.xpReward,
  ])
})

test('every setting of the earlier release is still one, or upgrade-check says what to do instead', () => {
  const known = new Set<string>([...VARIABLE_NAMES, ...Object.keys(REMOVED_SETTINGS)])
  expect(fixture.settings.filter((name) => !known.has(name))).toEqual([])
})

/** The rows of the tables that no migration changes. */
async function countRows(tables: string[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  await database.database.withSession(async ({ raw }) => {
    for (const table of tables.filter((name) => !CHANGED_BY_MIGRATIONS[name])) {
      const [row] = await raw(`select count(*)::integer as count from ${table}`)
      counts[table] = row!.count as number
    }
  })
  return counts
}
