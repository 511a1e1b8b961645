import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { MIGRATIONS } from '../bootstrap/prepare-database.ts'
import { EXIT_CODES } from './exit-codes.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createEmptyDatabase()
})
afterAll(() => database.drop())

async function check(environment: Record<string, string> = {}) {
  const { code, output } = await runCommand(['upgrade-check', '--json'], {
    DATABASE_URL: database.url,
    ...environment,
  })
  return { code, ...JSON.parse(output) }
}

const script = (text: string) => database.database.withSession((session) => session.script(text))

test('upgrade-check names the pending migrations and does not run them', async () => {
  const all = readMigrations(MIGRATIONS)
  await migrate({ url: database.url }, all.slice(0, -1))
  const first = await check({ LIMIT_GENERL: '1/1' })
  expect(first).toMatchObject({ code: 0, ok: true, problems: [], canGoBack: true })
  expect(first.migrations).toMatchObject({
    pending: [{ name: all.at(-1)!.name, isBreaking: false }],
    newer: [],
  })
  expect(first.database).toMatchObject({ isEmbedded: false, server: expect.stringMatching(/^18\./) })
  expect(first.warnings).toContainEqual(expect.stringContaining('did you mean LIMIT_GENERAL'))
  expect((await check()).migrations).toEqual(first.migrations)

  const shown = await runCommand(['upgrade-check'], { DATABASE_URL: database.url })
  expect([shown.code, shown.output]).toEqual([
    0,
    expect.stringContaining(`1 migrations will run:\n  ${all.at(-1)!.name}\n`),
  ])
})

const FIXTURE = join(import.meta.dir, '../../modules/authoring/packs/fixture')
const READING_COMMANDS = [
  ['users', 'find', 'learner'],
  ['users', 'show', 'learner@lyceum.test'],
  ['jobs', 'list'],
  ['jobs', 'failed'],
  ['jobs', 'retry', '--all', '--dry-run'],
  ['ledger', 'audit'],
  ['payments', 'reconcile'],
  ['content', 'export', '/tmp/never-written', '--all'],
  ['content', 'import', FIXTURE, '--dry-run'],
  ['admin', 'erase', '01a1de48-cd30-7520-9495-5d58ac229800', '--dry-run'],
  ['after-restore', '--erasures', '/dev/null', '--dry-run'],
]

test('commands that only read and dry runs refuse a database with pending migrations and do not migrate it', async () => {
  const missing = readMigrations(MIGRATIONS).at(-1)!.name
  for (const words of READING_COMMANDS) {
    const outcome = await runCommand(words, { DATABASE_URL: database.url })
    expect([words, outcome.code, outcome.output]).toEqual([words, EXIT_CODES.refused, ''])
    expectReadableError(outcome, `1 migrations of this version are missing`, missing, 'bun lyceum migrate')
  }
  expect((await check()).migrations.pending).toMatchObject([{ name: missing }])
})

test('commands that only read refuse a database that a newer version changed for good', async () => {
  const copy = await createTestDatabase()
  try {
    await copy.database.withSession(({ script }) =>
      script(
        `insert into schema_migration (name, checksum, is_breaking) values ('9999_later.sql', 'x', true)`,
      ),
    )
    const outcome = await runCommand(['jobs', 'list'], { DATABASE_URL: copy.url })
    expectReadableError(outcome, 'this version cannot work with it: 9999_later.sql')
  } finally {
    await copy.drop()
  }
})

test('commands that only read and dry runs do not create a database in a wrong DATA_DIR', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'lyceum-wrong-folder-'))
  for (const words of READING_COMMANDS) {
    const outcome = await runCommand(words, { DATA_DIR: empty })
    expect([words, outcome.code]).toEqual([words, EXIT_CODES.unavailable])
    expectReadableError(outcome, `${empty} contains no embedded database`)
    expect(readdirSync(empty)).toEqual([])
  }
  rmSync(empty, { recursive: true })
})

test('doctor creates nothing in an empty DATA_DIR', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'lyceum-doctor-'))
  const { output } = await runCommand(['doctor', '--json'], { DATA_DIR: empty, DATABASE_URL: database.url })
  expect(JSON.parse(output).checks).toContainEqual(expect.objectContaining({ name: 'storage', state: 'ok' }))
  expect(readdirSync(empty)).toEqual([])
  rmSync(empty, { recursive: true })
})

test('upgrade-check ends with 5 for a changed migration and for a breaking one of a newer version', async () => {
  await script(`
    update schema_migration set checksum = 'other' where name like '0002%';
    insert into schema_migration (name, checksum, is_breaking) values ('9999_later.sql', 'x', true)`)
  const { code, ok, problems } = await check()
  expect([code, ok]).toEqual([5, false])
  expect(problems).toEqual([
    expect.stringMatching(/^0002\w+\.sql was changed after it ran/),
    expect.stringContaining('9999_later.sql'),
  ])
})

test('upgrade-check refuses a database of another program and a folder without a database', async () => {
  await script('drop table schema_migration')
  const foreign = await check()
  expect([foreign.code, foreign.problems[0]]).toEqual([5, expect.stringContaining('another program')])
  const empty = mkdtempSync(join(tmpdir(), 'lyceum-upgrade-'))
  expectReadableError(await runCommand(['upgrade-check'], { DATA_DIR: empty }), 'nothing to upgrade')
  rmSync(empty, { recursive: true })
})
