import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlatform } from '../../../src/app/bootstrap/create-platform.ts'
import { importDemoCatalogue } from '../../../src/app/demo/demo-content.ts'
import { createDemoPromotions } from '../../../src/app/demo/demo-promotions.ts'
import { createJobHandlers } from '../../../src/app/jobs.ts'
import { readConfig } from '../../../src/platform/config/config.ts'
import { startJobRunner } from '../../../src/platform/jobs/job-runner.ts'
import { demoFilesOf } from '../database.ts'
import { waitUntil } from '../wait-until.ts'

/**
 * Fills the database that the databases of services are copied from. It has what every first start creates: the queues
 * of the jobs, and with `demo` the shipped content. Users, keys and contests depend on the settings and on the time, so
 * each service creates its own.
 */
const [url, content] = process.argv.slice(2)
const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-test-data-'))
const config = readConfig({
  LYCEUM_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  CHAIN: 'off',
  LOG_LEVEL: 'error',
})
const platform = await createPlatform(config, url!)
// What starts by itself does nothing here: how much of it runs would depend on the time and on the machine.
const handlers = createJobHandlers(platform).map((handler) => ({
  ...handler,
  ...(handler.cron && { run: async () => {} }),
  ...(handler.hasWork && { hasWork: async () => false }),
}))
const jobs = await startJobRunner({ database: platform.database, databaseUrl: url!, handlers })
await platform.onOutbox(() => jobs.wake())
if (content === 'demo') {
  await importDemoCatalogue(platform, () => {})
  await createDemoPromotions(platform)
}
await waitUntil(async () => {
  const waiting = await platform.db`
    select from outbox union all
    select from pgboss.job where state < 'completed' and start_after <= now()`
  return waiting.length === 0
})
if (content === 'demo') cpSync(join(dataDir, 'files'), await demoFilesOf(platform.db), { recursive: true })
await jobs.stop()
await platform.close()
rmSync(dataDir, { recursive: true, force: true })
