import { describe, expect, test } from 'bun:test'
import { testClusterUrl, withDatabase } from '../../../test/harness/database.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { Database } from '../../platform/db/database.ts'

describe('migrate', () => {
  test('two concurrent migrate commands migrate an empty database, and repeating it changes nothing', async () => {
    const cluster = await testClusterUrl()
    const name = `test_migrate_${process.pid}`
    const admin = new Database({
      url: withDatabase(cluster, 'postgres'),
      poolSize: 2,
      statementTimeoutMs: 60_000,
    })
    try {
      await admin.withSession(({ script }) => script(`create database ${name}`))
      const environment = { DATABASE_URL: withDatabase(cluster, name) }
      // The status of an empty database names every migration as missing, and runs none.
      const before = await runCommand(['migrate', '--status', '--json'], environment)
      const status: { isUpToDate: boolean; migrations: { state: string }[] } = JSON.parse(before.output)
      expect([before.code, status.isUpToDate]).toEqual([5, false])
      expect(new Set(status.migrations.map(({ state }) => state))).toEqual(new Set(['pending']))
      expect((await runCommand(['migrate', '--status'], environment)).output).toContain(
        `${status.migrations.length} are missing or changed.`,
      )
      const [one, other] = await Promise.all([
        runCommand(['migrate'], environment),
        runCommand(['migrate'], environment),
      ])
      for (const outcome of [one, other, await runCommand(['migrate'], environment)]) {
        expect([outcome.code, outcome.errors]).toEqual([0, ''])
        expect(outcome.output).toContain('The database is up to date.')
      }
      const migrated = new Database({ url: environment.DATABASE_URL, poolSize: 2 })
      const tables = await migrated.query<{ name: string }>`
        select tablename as name from pg_tables where schemaname = 'public'`
      const after = await runCommand(['migrate', '--status'], environment)
      expect([after.code, after.output]).toEqual([
        0,
        expect.stringMatching(/0001_\S+ +applied +\d{4}-.*The database is up to date\.\n$/s),
      ])
      await migrated.withSession(({ script }) =>
        script("update schema_migration set checksum = 'x' where name like '0001%'"),
      )
      const changed = await runCommand(['migrate', '--status'], environment)
      expect([changed.code, changed.output]).toEqual([
        5,
        expect.stringMatching(/0001_\S+ +changed .*\n1 are missing/s),
      ])
      await migrated.close()
      expect(tables.map((table) => table.name)).toContain('user_account')
    } finally {
      await admin.withSession(({ script }) => script(`drop database if exists ${name} with (force)`))
      await admin.close()
    }
  })

  test('migrate explains that the database is unreachable', async () => {
    const away = await runCommand(['migrate'], {
      DATABASE_URL: 'postgres://lyceum:secret-word@127.0.0.1:1/x',
    })
    expectReadableError(away, 'The database cannot be reached', 'DATABASE_URL')
    expect(away.errors).not.toContain('secret-word')
    const unknown = await runCommand(['migrate'], {
      DATABASE_URL: withDatabase(await testClusterUrl(), 'no_such_database'),
    })
    expectReadableError(unknown, 'no_such_database')
  })
})
