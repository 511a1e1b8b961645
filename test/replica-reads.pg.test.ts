import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importPack } from '../src/modules/authoring/packs/import-pack.ts'
import { readPack } from '../src/modules/authoring/packs/read-pack.ts'
import { HOUR_MS, useSystemClock } from '../src/platform/clock.ts'
import { Database } from '../src/platform/db/database.ts'
import { ReplicaReads, type ReplicaReadsOptions } from '../src/platform/db/replica-reads.ts'
import { startPostgresPubSub } from '../src/platform/pubsub/postgres-pubsub.ts'
import { createDiskStorage } from '../src/platform/storage/disk.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import type { TestUser } from './harness/api-client.ts'
import { withDatabase } from './harness/database.ts'
import { createNetworkProxy } from './harness/processes/network-proxy.ts'
import { startTestReplication, type TestReplication } from './harness/processes/replica.ts'
import { reportMeasurement } from './harness/report-measurement.ts'
import { startTestService, type TestService } from './harness/service.ts'
import { createTestClock } from './harness/test-clock.ts'
import { waitUntil } from './harness/wait-until.ts'

let replication: TestReplication

beforeAll(async () => {
  replication = await startTestReplication()
  await replication.primary.query`create table note (id integer primary key)`
})
afterAll(() => replication?.stop())

describe('reads from the replica', () => {
  const created: ReplicaReads[] = []
  afterEach(() => Promise.all(created.splice(0).map((reads) => reads.close())))
  const open = (options: Partial<ReplicaReadsOptions> = {}) => {
    const { query } = replication.primary
    const reads = new ReplicaReads({
      url: replication.replicaUrl,
      primary: query,
      primaryPosition: query,
      maxLagMs: HOUR_MS,
      probeMs: 50,
      poolSize: 4,
      ...options,
    })
    created.push(reads)
    return reads
  }

  const isFromReplica = async (reads: ReplicaReads): Promise<boolean> => {
    const [row] = await reads.query<{ recovering: boolean }>`select pg_is_in_recovery() as recovering`
    return row!.recovering
  }
  const has = async ({ query }: Pick<ReplicaReads, 'query'>, id: number): Promise<boolean> =>
    (await query`select from note where id = ${id}`).length === 1

  test('a replica read returns what the replica has replayed and no more', async () => {
    const reads = open()
    await waitUntil(() => isFromReplica(reads))
    await replication.pause()
    await replication.primary.query`insert into note (id) values (1)`
    expect(await has(replication.primary, 1)).toBe(true)
    expect(await has(reads, 1)).toBe(false)
    await replication.resume()
    await waitUntil(() => has(reads, 1))
    expect(await isFromReplica(reads)).toBe(true)
  })

  test('a write on the replica handle is refused and not sent to the primary', async () => {
    const reads = open()
    await waitUntil(() => reads.isInUse)
    const fault = await reads.query`insert into note (id) values (2)`.catch((refused) => refused)
    expect(fault.sqlState).toBe('25006')
    await expect(reads.query`select ${1.5}::bigint`).rejects.toThrow('whole numbers only')
    expect(await has(replication.primary, 2)).toBe(false)
    expect(reads.isInUse).toBe(true)
  })

  test('a replica read uses the primary while the replica lags too far, and the replica after it caught up', async () => {
    const reads = open({ maxLagMs: 1_000 })
    await waitUntil(() => reads.isInUse)
    await replication.pause()
    await replication.primary.query`insert into note (id) values (3)`
    await waitUntil(() => has(reads, 3))
    expect(reads.unhealthyReason).toMatch(/^it is \d+ seconds behind$/)
    expect(reads.lagSeconds).toBeGreaterThan(1)
    await replication.resume()
    await waitUntil(() => isFromReplica(reads))
  })

  test('a replica read still uses the replica while the primary does not report its position, within the allowed lag', async () => {
    const network = await createNetworkProxy(replication.primaryUrl)
    const cutOff = new Database({ url: network.url, poolSize: 2 })
    try {
      const waiting = open({ primaryPosition: cutOff.query })
      const notWaiting = open({ primaryPosition: cutOff.query, maxLagMs: 1_000 })
      await waitUntil(() => waiting.isInUse && notWaiting.isInUse)
      await network.cut()
      await waitUntil(async () => !(await isFromReplica(notWaiting)))
      expect(notWaiting.unhealthyReason).toMatch(/seconds behind$/)
      expect(await isFromReplica(waiting)).toBe(true)
    } finally {
      await cutOff.close()
      await network.close()
    }
  })

  test('a replica read uses the primary when the replica lacks a table, and the replica stays in use', async () => {
    const reads = open()
    await waitUntil(() => reads.isInUse)
    await replication.pause()
    await replication.primary.query`create table later_note (id integer primary key)`
    expect(await reads.query`select id from later_note`).toEqual([])
    expect(reads.isInUse).toBe(true)
    await replication.resume()
  })

  test('a replica read never uses another database or a server that is not a replica', async () => {
    const itself = open({ url: replication.primaryUrl })
    const otherDatabase = open({ url: withDatabase(replication.replicaUrl, 'postgres') })
    await waitUntil(() => itself.unhealthyReason === 'it is not a replica')
    await waitUntil(() => otherDatabase.unhealthyReason === 'it replicates another database')
    expect(await has(itself, 1)).toBe(true)
    expect(await has(otherDatabase, 1)).toBe(true)
  })

  test('a replica read does not fail when the replica is killed, and uses it again after its restart', async () => {
    const reads = open()
    await waitUntil(() => reads.isInUse)
    let isOver = false
    const counts = { replica: 0, primary: 0 }
    const faults: unknown[] = []
    const readers = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        await isFromReplica(reads).then(
          (from) => counts[from ? 'replica' : 'primary']++,
          (fault) => faults.push(fault),
        )
        await Bun.sleep(1)
      }
    })
    await waitUntil(() => counts.replica > 100)
    await replication.killReplica()
    await waitUntil(() => counts.primary > 100)
    expect(reads.isInUse).toBe(false)
    const before = counts.replica
    await replication.startReplica()
    await waitUntil(() => counts.replica > before + 100)
    isOver = true
    await Promise.all(readers)
    reportMeasurement(
      `replica killed: ${counts.replica} reads from it, ${counts.primary} from the primary, none failed`,
    )
    expect(faults).toEqual([])
  })

  test('a replica read does not hang when the machine of the replica is gone, and uses a new replica', async () => {
    const network = await createNetworkProxy(replication.replicaUrl)
    const reads = open({ url: network.url })
    try {
      await waitUntil(() => isFromReplica(reads))
      network.freeze()
      const answers = await Promise.all(Array.from({ length: 20 }, () => isFromReplica(reads)))
      expect(answers).toEqual(answers.map(() => false))
      network.strand()
      await waitUntil(() => isFromReplica(reads))
    } finally {
      await network.close()
    }
  })
})

describe('a service with a replica', () => {
  let service: TestService
  let learner: TestUser

  beforeAll(async () => {
    const { primary, primaryUrl, replicaUrl } = replication
    // The service refuses a database with tables of others.
    await primary.query`drop table note, later_note`
    await primary.query`create extension pg_stat_statements`
    service = await startTestService(
      {
        DATABASE_REPLICA_URL: replicaUrl,
        DATABASE_REPLICA_MAX_LAG_SECONDS: '3600',
      },
      {
        url: primaryUrl,
        database: primary,
        another: (options) => new Database({ url: primaryUrl, ...options }),
        drop: async () => {},
      },
    )
    await importFixture(primary)
    learner = await service.register()
    await waitUntil(async () => (await readiness()).checks.replica === 'ok')
  })
  afterAll(() => service?.stop())

  /** The small fixture pack of the learning tests. */
  async function importFixture(primary: Database): Promise<void> {
    const { pack } = await readPack(join(import.meta.dir, '../src/modules/authoring/packs/fixture'))
    const folder = mkdtempSync(join(tmpdir(), 'lyceum-test-data-'))
    const live = await startPostgresPubSub(primary)
    const write = createWrite(primary, reactionTable([]), () => {})
    const { query } = primary
    await importPack(
      { db: query, replicaDb: query, pubsub: live, write, storage: createDiskStorage(folder) },
      pack!,
      {
        now: new Date(),
      },
    )
    await live.close()
    rmSync(folder, { recursive: true, force: true })
  }

  const readiness = async () => (await service.call('GET //health/ready')).body
  const get = async (path: string) => {
    const { status, body } = await service.call(`GET ${path}`, { token: learner.accessToken })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  const post = (path: string, body?: unknown) =>
    service.call(`POST ${path}`, { token: learner.accessToken, body })
  const isOnBoard = async () =>
    (await get('/leaderboard/weekly')).entries.some(({ userId }: { userId: string }) => userId === learner.id)

  test('a service with a paused replica lets a learner complete a lesson, pays once, and shows the result', async () => {
    await replication.waitUntilCaughtUp()
    await replication.pause()
    const late = await service.register()
    expect((await service.call('GET /user/profile', { token: late.accessToken })).status).toBe(200)

    const { body } = await service.call('GET /course?limit=100', { token: learner.accessToken })
    const free = body.data.find((course: { isPremium: boolean }) => !course.isPremium)
    expect((await post(`/user-courses/enroll/${free.id}`)).status).toBe(201)
    const { lessons } = await get(`/course/${free.id}`)
    const first = await post(`/user-lessons/${lessons[0].id}/complete`, { timeSpentSeconds: 60 })
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const again = await post(`/user-lessons/${lessons[0].id}/complete`, { timeSpentSeconds: 60 })
    expect(again.body.data.newTotalXP).toBe(first.body.data.newTotalXP)
    expect((await get('/user/profile')).totalXP).toBe(first.body.data.newTotalXP)
    expect((await get(`/course/${free.id}`)).lessons[0].isCompleted).toBe(true)
    await get(`/lesson/${lessons[1].id}`)
  })

  test('a service with a paused replica shows the old leaderboard until the replay continues', async () => {
    expect(await isOnBoard()).toBe(false)
    expect((await get('/leaderboard/my-position')).weekly.rank).toBeNull()
    await replication.resume()
    await waitUntil(isOnBoard)
    expect((await get('/leaderboard/around-me')).me.rank).toBe(1)
  })

  test('a service reads the catalogue from the replica, and never an outdated one', async () => {
    const [course] = (await service.call('GET /course', { token: learner.accessToken })).body.data
    await replication.waitUntilCaughtUp()
    await replication.pause()
    const time = createTestClock()
    try {
      await replication.primary.query`
        with changed as (update course set title = 'Renamed at the primary' where id = ${course.id})
        update catalog_version set version = version + 1`
      time.advance(5_001)
      await waitUntil(async () => (await get(`/course/${course.id}`)).title === 'Renamed at the primary')
    } finally {
      useSystemClock()
      await replication.resume()
    }
  })

  test('a service uses the replica for leaderboards, their users and the catalogue, and for nothing else', async () => {
    const replica = new Database({ url: replication.replicaUrl, poolSize: 1 })
    const statements = await replica.query<{ query: string; calls: bigint }>`
      select query, calls from pg_stat_statements statements
      join pg_database on pg_database.oid = statements.dbid and datname = current_database()`
    await replica.close()
    const ours = statements
      .map(({ query }) => query.replace(/\s+/g, ' ').trim())
      // Statements of the tests themselves, and of the start of a server.
      .filter(
        (query) =>
          !/pg_stat_statements|wal_replay_(pause|resume)|is_there|as recovering|(?:from|into|update|table) note\b|log_error_verbosity|^SELECT \$1$/.test(
            query,
          ),
      )
    const kinds = {
      probe: /^select \(pg_last_wal_replay_lsn\(\)/,
      board: /from \( select count\(\*\) as changes/,
      position: /leaderboard_position\(wanted\.period/,
      around: /leaderboard_position\(\$1/,
      people: /from user_account/,
      catalogue: /^select \(select version::text from catalog_version\)/,
    }
    for (const [kind, pattern] of Object.entries(kinds))
      expect([kind, ours.filter((query) => pattern.test(query)).length]).toEqual([kind, 1])
    expect(ours.filter((query) => !Object.values(kinds).some((pattern) => pattern.test(query)))).toEqual([])
  })

  test('a service without its replica is ready, reports the replica as unavailable, and still responds', async () => {
    await replication.killReplica()
    for (let round = 0; round < 20; round++) expect(await isOnBoard()).toBe(true)
    await waitUntil(async () => (await readiness()).checks.replica === 'failing')
    expect((await readiness()).status).toBe('ready')
    const { body } = await service.call('GET //metrics')
    expect(body).toMatch(/^lyceum_replica_in_use 0$/m)
    expect(body).toMatch(/^lyceum_replica_lag_seconds \d/m)
    expect(body).toMatch(/^lyceum_replica_reads_total\{answered_by="replica"\} \d/m)
    await replication.startReplica()
    await waitUntil(async () => (await readiness()).checks.replica === 'ok')
  })
})
