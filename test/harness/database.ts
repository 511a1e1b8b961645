import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Database, type Db } from '../../src/platform/db/database.ts'
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
  await administer(clusterUrl, ({ script }) =>
    patiently(() => script(`create database ${name} template ${template} strategy file_copy`)),
  )
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
      await administer(clusterUrl, ({ script }) => script(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A new database as the first start of a service leaves it: with the queues of its jobs, and the demo content if wanted. */
export async function createServiceDatabase({ hasDemoContent = false } = {}): Promise<TestDatabase> {
  return copyTemplate(await serviceTemplate(await testClusterUrl(), hasDemoContent))
}

/** The folder with the files of the demo content. It is beside the cluster and is deleted with it. */
export async function demoFilesOf(db: Db): Promise<string> {
  const [row] = await db<{ folder: string }>`select current_setting('data_directory') as folder`
  return join(dirname(row!.folder), 'demo-files')
}

function migratedTemplate(clusterUrl: string): Promise<string> {
  const migrations = readMigrations(MIGRATIONS)
  return createTemplateOnce(clusterUrl, {
    name: `template_${versionOf(migrations)}`,
    base: async () => 'template1',
    fill: async (url) => void (await migrate({ url }, migrations)),
  })
}

function serviceTemplate(clusterUrl: string, hasDemoContent: boolean): Promise<string> {
  const version = versionOf(readMigrations(MIGRATIONS))
  return createTemplateOnce(clusterUrl, {
    name: `template_${hasDemoContent ? 'demo' : 'service'}_${version}`,
    base: () => (hasDemoContent ? serviceTemplate(clusterUrl, false) : migratedTemplate(clusterUrl)),
    fill: (url) => fillServiceTemplate(url, hasDemoContent),
  })
}

const versionOf = (migrations: ReturnType<typeof readMigrations>) =>
  Bun.hash(JSON.stringify(migrations)).toString(36)

/** In its own process, because a service leaves metrics and keys in the one that it runs in. */
async function fillServiceTemplate(url: string, hasDemoContent: boolean): Promise<void> {
  const program = join(import.meta.dir, 'processes/fill-service-template.ts')
  const child = Bun.spawn([process.execPath, program, url, hasDemoContent ? 'demo' : 'empty'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [code, errors] = await Promise.all([child.exited, new Response(child.stderr).text()])
  if (code !== 0) throw new Error(`the template of services was not filled: ${errors}`)
}

interface Template {
  name: string
  /** The template that this one begins with. */
  base: () => Promise<string>
  fill: (url: string) => Promise<void>
}

async function createTemplateOnce(clusterUrl: string, { name, base, fill }: Template): Promise<string> {
  await administer(clusterUrl, async ({ statement, script }) => {
    const exists = async () =>
      (await statement`select 1 from pg_database where datname = ${name}`).length === 1
    if (await exists()) return
    const copied = await base()
    await statement`select pg_advisory_lock(77)`
    try {
      if (await exists()) return
      await script(`drop database if exists ${name}_unfinished`)
      await patiently(() =>
        script(`create database ${name}_unfinished template ${copied} strategy file_copy`),
      )
      await fill(withDatabase(clusterUrl, `${name}_unfinished`))
      await patiently(() => script(`alter database ${name}_unfinished rename to ${name}`))
    } finally {
      await statement`select pg_advisory_unlock(77)`
    }
  })
  return name
}

/** A slow machine needs long to fill a template, and others wait for it. */
const TEMPLATE_LIMIT_MS = 280_000

async function administer(clusterUrl: string, work: Parameters<Database['withSession']>[0]): Promise<void> {
  const admin = new Database({
    url: withDatabase(clusterUrl, 'postgres'),
    poolSize: 2,
    statementTimeoutMs: TEMPLATE_LIMIT_MS,
    lockTimeoutMs: TEMPLATE_LIMIT_MS,
  })
  try {
    await admin.withSession(work)
  } finally {
    await admin.close()
  }
}

/** A database cannot be copied or renamed while it has connections, and those of an ended process last a moment. */
async function patiently(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run()
      return
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !String(error).includes('being accessed')) throw error
      await Bun.sleep(100)
    }
  }
}

const MAX_ATTEMPTS = 100

export function withDatabase(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.pathname = `/${name}`
  return parsed.toString()
}
