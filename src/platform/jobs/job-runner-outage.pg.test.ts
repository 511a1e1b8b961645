import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { Database } from '../db/database.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/postgres/embedded-postgres.ts'
import { defineJob, jobHandler } from '../transaction/define-job.ts'
import { reactionTable } from '../transaction/reactions.ts'
import { createWrite } from '../transaction/write.ts'
import { startJobRunner } from './job-runner.ts'

const OUTAGE_MS = 8_000
const settings = { shared_buffers: '32MB' }
const folder = mkdtempSync(join(tmpdir(), 'lyceum-outage-'))
const survivor = defineJob<{ number: number }>('survivor', { concurrency: 5 })

let server: EmbeddedPostgres
let database: Database

beforeAll(async () => {
  server = await startEmbeddedPostgres({ dataDir: folder, settings })
  const migrations = readMigrations(join(import.meta.dir, '../../../migrations'))
  await migrate(
    { url: server.serviceUrl },
    migrations.filter(({ name }) => name === '0001_platform.sql'),
  )
  database = new Database({ url: server.serviceUrl })
})

afterAll(async () => {
  await database.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('the runner recovers after the server was killed and down for seconds, and no job is lost', async () => {
  const runs = new Map<number, number>()
  const { port, serviceUrl: databaseUrl } = server
  const runner = await startJobRunner({
    database,
    databaseUrl,
    handlers: [
      jobHandler(survivor, async ({ number }) => {
        await Bun.sleep(20)
        runs.set(number, (runs.get(number) ?? 0) + 1)
      }),
    ],
  })
  try {
    const write = createWrite(database, reactionTable([]), () => runner.wake())
    const acknowledged: number[] = []
    let isOver = false
    let number = 0
    const producing = (async () => {
      while (!isOver) {
        const mine = ++number
        await write(async (tx) => tx.enqueue(survivor, { number: mine })).then(
          () => acknowledged.push(mine),
          () => {},
        )
        await Bun.sleep(10)
      }
    })()
    await waitUntil(() => runs.size > 20)
    expect(runner.isHealthy()).toBe(true)
    process.kill(server.pid, 'SIGKILL')
    await waitUntil(() => !runner.isHealthy())
    // The orphaned backends still respond for a moment.
    await Bun.sleep(2_500)
    let healthySamples = 0
    for (let waited = 2_500; waited < OUTAGE_MS; waited += 25) {
      await Bun.sleep(25)
      if (runner.isHealthy()) healthySamples++
    }
    expect(healthySamples).toBe(0)
    await server.stop()
    server = await startEmbeddedPostgres({ dataDir: folder, port, settings })
    const backAt = performance.now()
    const acknowledgedBefore = acknowledged.length
    await waitUntil(() => acknowledged.slice(acknowledgedBefore).some((mine) => runs.has(mine)))
    const resumedAfter = performance.now() - backAt
    isOver = true
    await producing
    // Jobs that were running when the server died run again after a missed heartbeat.
    await waitUntil(() => acknowledged.every((mine) => runs.has(mine)))
    const again = [...runs.values()].filter((count) => count > 1).length
    reportMeasurement(
      `jobs outage: ${acknowledged.length} acknowledged, all run, ${again} more than once; a new job ran ` +
        `${Math.round(resumedAfter)} ms after the server was back, the last one after ` +
        `${((performance.now() - backAt) / 1000).toFixed(1)} s`,
    )
    await waitUntil(() => runner.isHealthy())
    expect(await database.query`select id from outbox`).toHaveLength(0)
  } finally {
    await runner.stop()
  }
})
