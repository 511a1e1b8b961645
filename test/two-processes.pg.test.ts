import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Database } from '../src/platform/db/database.ts'
import { readMigrations } from '../src/platform/db/migrate.ts'
import { testClusterUrl, withDatabase } from './harness/database.ts'
import { redisIsInstalled, startTestRedis, type TestRedis } from './harness/processes/redis.ts'
import { type ServiceProcess, spawnService } from './harness/processes/service-process.ts'
import { reportMeasurement } from './harness/report-measurement.ts'
import { waitUntil } from './harness/wait-until.ts'
import { testJourney } from './journeys/journey.ts'
import { sessionJourney } from './journeys/sessions.ts'

const MIGRATIONS = readMigrations(join(import.meta.dir, '../migrations')).map(({ name }) => name)

interface EmptyDatabase {
  url: string
  database: Database
  drop(): Promise<void>
}

/** A database without tables, as on a first start. */
async function createEmptyDatabase(): Promise<EmptyDatabase> {
  const clusterUrl = await testClusterUrl()
  const name = `test_empty_${crypto.randomUUID().replaceAll('-', '')}`
  const admin = new Database({
    url: withDatabase(clusterUrl, 'postgres'),
    poolSize: 2,
    statementTimeoutMs: 60_000,
  })
  await admin.withSession(({ script }) => script(`create database ${name}`))
  const url = withDatabase(clusterUrl, name)
  const database = new Database({ url, poolSize: 4, idleInTransactionTimeoutMs: 60_000 })
  return {
    url,
    database,
    drop: async () => {
      await database.close()
      await admin.withSession(({ script }) => script(`drop database if exists ${name} with (force)`))
      await admin.close()
    },
  }
}

const KINDS = [
  { kind: 'PostgreSQL alone', needsRedis: false },
  { kind: 'PostgreSQL and Redis', needsRedis: true },
]

for (const { kind, needsRedis } of KINDS) {
  describe.skipIf(needsRedis && !redisIsInstalled)(
    `two processes that start concurrently, with ${kind}`,
    () => {
      let empty: EmptyDatabase
      let redis: TestRedis | undefined
      let one: ServiceProcess
      let other: ServiceProcess
      beforeAll(async () => {
        empty = await createEmptyDatabase()
        redis = needsRedis ? await startTestRedis() : undefined
        const environment = {
          DATABASE_URL: empty.url,
          LOG_LEVEL: 'info',
          ...(redis ? { REDIS_URL: redis.url } : {}),
        }
        ;[one, other] = await Promise.all([spawnService(environment), spawnService(environment)])
      })
      afterAll(async () => {
        await Promise.all([one?.kill('SIGTERM'), other?.kill('SIGTERM')])
        await redis?.kill()
        await empty.drop()
      })

      test('two processes that start concurrently migrate the database once', async () => {
        const rows = await empty.database.query<{
          name: string
        }>`select name from schema_migration order by name`
        expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS)
        const migrated = [...`${one.output()}\n${other.output()}`.matchAll(/migrated (\S+\.sql)/g)].map(
          ([, name]) => name!,
        )
        expect(migrated.sort()).toEqual(MIGRATIONS)
      })

      test('two processes that start concurrently create one signing key and publish the same keys', async () => {
        expect(await empty.database.query`select key_id from signing_key`).toHaveLength(1)
        const [ours, theirs] = await Promise.all(
          [one, other].map((process) => process.call('GET //.well-known/jwks.json')),
        )
        expect(ours!.body).toEqual(theirs!.body)
      })

      testJourney(
        sessionJourney({
          one: () => one,
          other: () => other,
          isDirect: true,
          report: (line) => reportMeasurement(`${kind}: ${line}`),
        }),
      )

      test('of two concurrent registrations of one address on two processes one is refused', async () => {
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, index) =>
            [one, other][index % 2]!.call('POST /auth/register', {
              body: { email: 'both@example.com', username: `both_${index}`, password: 'a-long-password' },
            }),
          ),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
      })
    },
  )
}

test('kill -9 during two hundred registrations loses no confirmed account and leaves no incomplete one', async () => {
  const empty = await createEmptyDatabase()
  const started: ServiceProcess[] = []
  try {
    const [victim, survivor] = await Promise.all([
      spawnService({ DATABASE_URL: empty.url }),
      spawnService({ DATABASE_URL: empty.url }),
    ])
    started.push(survivor!)
    const people = Array.from({ length: 200 }, (_, index) => ({
      email: `crash${index}@example.com`,
      username: `crash_${index}`,
      password: `crash-password-${index}`,
    }))
    const acknowledged = new Set<string>()
    let killed: Promise<void> | undefined
    await inParallel(people, 20, async (body) => {
      const answer = await victim!.call('POST /auth/register', { body }).catch(() => undefined)
      // Requests that wait seconds for the locked table on a slow machine are refused.
      if (answer && killed === undefined) expect(answer.status).toBe(201)
      if (answer?.status === 201) acknowledged.add(body.email)
      if (acknowledged.size >= 60) killed ??= killInTheMiddle(empty.database, victim!)
    })
    await killed
    expect(acknowledged.size).toBeGreaterThanOrEqual(60)
    expect(acknowledged.size).toBeLessThan(200)

    // An account has a session, its refresh token, a code, an e-mail and a wallet, or does not exist.
    const halfMade = await empty.database.query`
      select email from user_account as made
      where not exists (select from session join refresh_token on session_id = session.id where user_id = made.id)
        or not exists (select from one_time_code where subject = made.id::text)
        or not exists (select from outgoing_mail where recipient = made.email)
        or not exists (select from wallet where user_id = made.id)`
    expect(halfMade).toEqual([])
    const [mails] = await empty.database.query<{ ownerless: bigint }>`
      select count(*) as ownerless from outgoing_mail
      where not exists (select from user_account where email = recipient)`
    expect(mails!.ownerless).toBe(0n)

    let late = 0
    await inParallel(people, 8, async ({ email, username, password }) => {
      const login = () => survivor!.call('POST /auth/login', { body: { email, password } })
      if (acknowledged.has(email)) return void expect([email, (await login()).status]).toEqual([email, 200])
      // A registration without a response either succeeded with its password, or can be repeated now.
      const again = await survivor!.call('POST /auth/register', { body: { email, username, password } })
      expect(again.status).toBeOneOf([201, 409])
      if (again.status === 409) late++
      expect([email, (await login()).status]).toEqual([email, 200])
    })
    reportMeasurement(
      `kill -9 after ${acknowledged.size} of 200 registrations: all can sign in; ${late} more were committed without a response`,
    )
  } finally {
    await Promise.all(started.map((process) => process.kill('SIGTERM')))
    await empty.drop()
  }
})

/**
 * With the session table locked, registrations block between the account and its session: the kill happens
 * then.
 */
async function killInTheMiddle(database: Database, victim: ServiceProcess): Promise<void> {
  const busy = async () => {
    const rows = await database.query<{ waits: boolean }>`
      select wait_event_type = 'Lock' as waits from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`
    return rows.map(({ waits }) => waits)
  }
  await database.transaction(async ({ statement }) => {
    await statement`lock table session in exclusive mode`
    await waitUntil(async () => (await busy()).filter(Boolean).length >= 3)
    await victim.kill('SIGKILL')
  })
  await waitUntil(async () => (await busy()).length === 0)
}

async function inParallel<Item>(
  items: Item[],
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
