import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { testClusterUrl, withDatabase } from '../../../test/harness/database.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { Database } from './database.ts'
import { type Migration, migrate } from './migrate.ts'
import { DatabaseSetupError } from './setup-error.ts'

let cluster: string
let admin: Database
const made: string[] = []
beforeAll(async () => {
  cluster = await testClusterUrl()
  admin = new Database({ url: withDatabase(cluster, 'postgres'), poolSize: 2, statementTimeoutMs: 60_000 })
})
afterAll(async () => {
  for (const command of made.reverse()) await admin.withSession(({ script }) => script(command))
  await admin.close()
})

async function createDatabase(): Promise<string> {
  const name = `test_setup_${crypto.randomUUID().replaceAll('-', '')}`
  await admin.withSession(({ script }) => script(`create database ${name}`))
  made.push(`drop database if exists ${name} with (force)`)
  return withDatabase(cluster, name)
}

async function run(url: string, text: string): Promise<void> {
  const database = new Database({ url, poolSize: 1 })
  await database.withSession(({ script }) => script(text))
  await database.close()
}

async function tablesOf(url: string): Promise<string[]> {
  const database = new Database({ url, poolSize: 1 })
  const rows = await database.query<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`
  await database.close()
  return rows.map(({ name }) => name)
}

const OLD: Migration[] = [{ name: '0001_one.sql', text: 'create table one (id integer)' }]
const COMPATIBLE = { name: '0002_two.sql', text: 'create table two (id integer)' }
const BREAKING = { name: '0003_three.sql', text: '-- breaking: one is gone\ndrop table one' }

describe('a database that a newer version has migrated', () => {
  test('an older version warns with the names, and refuses one that is marked as breaking', async () => {
    const url = await createDatabase()
    await migrate({ url }, [...OLD, COMPATIBLE])
    const lines: string[] = []
    await migrate({ url }, OLD, (line) => lines.push(line))
    expect(lines).toEqual([
      expect.stringContaining('a newer Lyceum has migrated this database (0002_two.sql)'),
    ])

    await migrate({ url }, [...OLD, COMPATIBLE, BREAKING])
    const added = { name: '0001_z_added.sql', text: 'create table added (id integer)' }
    const refusal = await migrate({ url }, [...OLD, added]).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(DatabaseSetupError)
    expect((refusal as Error).message).toContain('cannot work with it: 0003_three.sql')
    expect(await tablesOf(url)).toEqual(['schema_migration', 'two'])
    lines.length = 0
    await migrate({ url }, [...OLD, COMPATIBLE, BREAKING], (line) => lines.push(line))
    expect(lines).toEqual([])
  })

  test('a table of migrations from before the mark gets its column', async () => {
    const url = await createDatabase()
    await run(
      url,
      'create table schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    await migrate({ url }, OLD)
    expect(await tablesOf(url)).toEqual(['one', 'schema_migration'])
  })
})

describe('a database that cannot be used is refused in a sentence', () => {
  test('tables of another program are left alone', async () => {
    const url = await createDatabase()
    await run(url, 'create table wp_posts (id integer); create table wp_users (id integer)')
    expectReadableError(
      await runCommand(['migrate'], { DATABASE_URL: url }),
      'has tables of another program (wp_posts, wp_users) and none of Lyceum',
    )
    expect(await tablesOf(url)).toEqual(['wp_posts', 'wp_users'])
  })

  test('a user without the right to create tables is told who must own the database', async () => {
    const url = new URL(await createDatabase())
    const user = `visitor_${process.pid}`
    await admin.withSession(({ script }) => script(`create role ${user} login password 'secret-word'`))
    made.unshift(`drop role if exists ${user}`)
    url.username = user
    url.password = 'secret-word'
    const outcome = await runCommand(['migrate'], { DATABASE_URL: url.href })
    expectReadableError(outcome, `The database user ${user} may not change`, `owner to "${user}"`)
    url.password = 'wrong-word'
    const refused = await runCommand(['migrate'], { DATABASE_URL: url.href })
    expectReadableError(refused, `refuses the connection`, url.host)
    expect(outcome.errors + refused.errors).not.toMatch(/secret-word|wrong-word/)
  })

  test('a changed migration and a read-only database are named', async () => {
    const url = await createDatabase()
    await migrate({ url }, OLD)
    const changed = [{ ...OLD[0]!, text: 'create table another (id integer)' }]
    await expect(migrate({ url }, changed)).rejects.toThrow('0001_one.sql was changed after it ran')
    await run(url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`)
    await expect(migrate({ url }, [...OLD, COMPATIBLE])).rejects.toThrow('is read-only')
  })

  test('an unreachable server is named with its host and port', async () => {
    await expect(migrate({ url: 'postgres://lyceum@127.0.0.1:1/x' }, OLD)).rejects.toThrow(
      'cannot be reached at 127.0.0.1:1.',
    )
  })
})
