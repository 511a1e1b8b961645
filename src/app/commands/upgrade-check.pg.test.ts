import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmptyDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { migrate, readMigrations } from '../../platform/db/migrate.ts'
import { MIGRATIONS } from '../bootstrap/prepare-database.ts'

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
