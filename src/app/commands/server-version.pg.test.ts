import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { expectReadableError, runCommand } from '../../../test/harness/processes/run-command.ts'
import { requireServerVersion, ServerVersionError } from '../../platform/db/server-version.ts'
import { databaseCheck, healthPages } from '../pages/health.ts'

let fake: TestDatabase
beforeAll(async () => {
  fake = await createTestDatabase()
})
afterAll(() => fake.drop())

/**
 * Lets a database report another version: a function before that of the catalog hides the real value from every new
 * connection.
 */
async function reportVersion(number: number, version: string): Promise<void> {
  const { database } = fake
  const { pathname } = new URL(fake.url)
  await database.withSession(({ script }) =>
    script(`
      create schema if not exists other_version;
      create or replace function other_version.current_setting(name text) returns text language sql as $$
        select case name when 'server_version_num' then '${number}' when 'server_version' then '${version}'
          else pg_catalog.current_setting(name) end $$;
      alter database ${pathname.slice(1)} set search_path = other_version, pg_catalog, public`),
  )
}

async function readiness(): Promise<{ status: number; body: unknown }> {
  const page = healthPages([databaseCheck(fake.another({ poolSize: 1 }))], undefined).find(
    ({ path }) => path === '/health/ready',
  )!
  const response = await page.handle(new Request('http://localhost/health/ready'), {}, new Date())
  return { status: response.status, body: await response.json() }
}

describe('the version of the server', () => {
  test('the server of the tests, 18.0 and newer ones are accepted', async () => {
    await requireServerVersion(fake.database.query)
    for (const [number, version] of [
      [180_000, '18.0'],
      [190_001, '19.1'],
    ] as const) {
      await reportVersion(number, version)
      await requireServerVersion(fake.another({ poolSize: 1 }).query)
      expect(await readiness()).toEqual({
        status: 200,
        body: { status: 'ready', checks: { database: 'ok' } },
      })
    }
  })

  test('an older server is refused in a sentence by migrate, start and other commands, and readiness says why', async () => {
    const version = '17.9 (Debian 17.9-0+deb13u1)'
    await reportVersion(170_009, version)
    const sentence = `The database server is PostgreSQL ${version}, and Lyceum needs PostgreSQL 18 or newer.`
    await expect(requireServerVersion(fake.another({ poolSize: 1 }).query)).rejects.toThrow(
      ServerVersionError,
    )
    for (const words of [['migrate'], ['start'], ['ledger', 'audit']]) {
      const outcome = await runCommand(words, { DATABASE_URL: fake.url, CHAIN: 'off', PORT: '0' })
      expectReadableError(outcome, sentence)
      expect(outcome.output).not.toContain('up to date')
    }
    expect(await readiness()).toEqual({
      status: 503,
      body: {
        status: 'not ready',
        checks: { database: 'failing' },
        reasons: { database: expect.stringContaining(sentence) },
      },
    })
  })
})
