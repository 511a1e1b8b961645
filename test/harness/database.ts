import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Database } from '../../src/platform/db/database.ts'
import { migrate, readMigrations } from '../../src/platform/db/migrate.ts'
import { startEmbeddedPostgres } from '../../src/platform/embedded/postgres/embedded-postgres.ts'
import { useSecretKey } from '../../src/platform/secrets.ts'

useSecretKey('a-secret-key-for-tests-only-0123456789')

const MIGRATIONS = join(import.meta.dir, '../../migrations')
let cluster: Promise<string> | undefined

/** The PostgreSQL of this test run: provided by `bun run test`, or started on first use. */
export function testClusterUrl(): Promise<string> {
  const given = process.env.LYCEUM_TEST_DATABASE_URLS?.split(' ')
  // The runner numbers its workers from one.
  const own = given?.[Number(process.env.BUN_TEST_WORKER_ID ?? 1) - 1]
  cluster ??= own ? Promise.resolve(own) : startOwnCluster()
  return cluster
}

async function startOwnCluster(): Promise<string> {
  const dataDir = join(tmpdir(), `lyceum-test-${process.pid}`)
  const postgres = await startEmbeddedPostgres({ dataDir })
  endWithThisProcess(postgres.pid, dataDir)
  return postgres.url
}

/** `bun test` ends without an `exit` event, and may be killed, so an external process watches for its end. */
function endWithThisProcess(serverPid: number, dataDir: string): void {
  const watch = 'while kill -0 "$0" 2>/dev/null; do sleep 0.3; done; kill -QUIT "$1"; sleep 1; rm -rf "$2"'
  Bun.spawn(['sh', '-c', watch, String(process.pid), String(serverPid), dataDir], {
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  }).unref()
}

/**
 * Tests fill tables, race for one row and keep transactions open on busy machines, which takes longer than
 * the production timeouts.
 */
export const TEST_TIMEOUTS = {
  statementTimeoutMs: 60_000,
  lockTimeoutMs: 60_000,
  waitLimitMs: 60_000,
  idleInTransactionTimeoutMs: 60_000,
}

export interface TestDatabase {
  url: string
  database: Database
  /** A second pool on the same database, like another process. */
  another(options?: Partial<ConstructorParameters<typeof Database>[0]>): Database
  drop(): Promise<void>
}

/** A new migrated database, copied from a template that the run creates once. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(await migratedTemplate(await testClusterUrl()))
}

/** A new database without tables. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return copyTemplate('template0')
}

/** A copy of a database that no process uses, as a restore with the tools of PostgreSQL makes it. */
export function copyDatabase({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  return copyTemplate(new URL(url).pathname.slice(1))
}

async function copyTemplate(template: string): Promise<TestDatabase> {
  const clusterUrl = await testClusterUrl()
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await administer(clusterUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = withDatabase(clusterUrl, name)
  const pools: Database[] = []
  const another = (options: Partial<ConstructorParameters<typeof Database>[0]> = {}) => {
    const pool = new Database({ url, ...TEST_TIMEOUTS, ...options })
    pools.push(pool)
    return pool
  }
  return {
    url,
    database: another(),
    another,
    drop: async () => {
      await Promise.all(pools.map((pool) => pool.close()))
      await administer(clusterUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

async function migratedTemplate(clusterUrl: string): Promise<string> {
  const migrations = readMigrations(MIGRATIONS)
  const version = Bun.hash(JSON.stringify(migrations)).toString(36)
  const template = `template_${version}`
  const admin = new Database({
    url: withDatabase(clusterUrl, 'postgres'),
    poolSize: 2,
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 60_000,
  })
  try {
    await admin.withSession(async ({ statement, script }) => {
      await statement`select pg_advisory_lock(77)`
      try {
        const [found] = await statement`select 1 from pg_database where datname = ${template}`
        if (found) return
        await script(`drop database if exists ${template}_unfinished`)
        await script(`create database ${template}_unfinished`)
        await migrate({ url: withDatabase(clusterUrl, `${template}_unfinished`) }, migrations)
        await script(`alter database ${template}_unfinished rename to ${template}`)
      } finally {
        await statement`select pg_advisory_unlock(77)`
      }
    })
  } finally {
    await admin.close()
  }
  return template
}

/** Copying a template fails while it has connections, so callers copy one at a time and retry. */
async function administer(clusterUrl: string, command: string): Promise<void> {
  const admin = new Database({
    url: withDatabase(clusterUrl, 'postgres'),
    poolSize: 2,
    statementTimeoutMs: 60_000,
    lockTimeoutMs: 60_000,
  })
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        await admin.withSession(({ script }) => script(command))
        return
      } catch (error) {
        if (attempt === 20 || !String(error).includes('being accessed')) throw error
        await Bun.sleep(100)
      }
    }
  } finally {
    await admin.close()
  }
}

export function withDatabase(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.toString()
}
