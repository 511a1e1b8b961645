import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServiceOverrides, startService } from '../../src/app/service.ts'
import { readConfig } from '../../src/platform/config/config.ts'
import { log } from '../../src/platform/log.ts'
import { type ApiClient, createClient } from './api-client.ts'
import { createServiceDatabase, demoFilesOf, type TestDatabase } from './database.ts'
import { sharedWebBuild } from './shared-web-build.ts'

export interface TestService extends ApiClient {
  url: string
  test: TestDatabase
  stop(): Promise<void>
}

/**
 * The complete service in this process, on its own database and a free port. Rate limits are off by default. The
 * database is as after a first start, which `src/app/commands/start.pg.test.ts` and others do on an empty one.
 */
export async function startTestService(
  environment: Record<string, string> = {},
  database?: TestDatabase,
  overrides?: ServiceOverrides,
): Promise<TestService> {
  const hasDemoContent = environment.DEMO_CONTENT === 'on'
  const test = database ?? (await createServiceDatabase({ hasDemoContent }))
  const dataDir = mkdtempSync(join(tmpdir(), 'lyceum-test-data-'))
  const config = readConfig({
    LYCEUM_ENV: 'test',
    PORT: '0',
    DATABASE_URL: test.url,
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'off',
    SETUP: 'off',
    CHAIN: 'off',
    RATE_LIMITS: 'off',
    LOG_LEVEL: process.env.LOG_LEVEL || 'error',
    ...sharedWebBuild(),
    ...environment,
  })
  if (hasDemoContent && !database)
    cpSync(await demoFilesOf(test.database.query), join(config.dataDir, 'files'), { recursive: true })
  const level = log.level
  const service = await startService(config, () => {}, overrides)
  const url = `http://127.0.0.1:${service.http!.port}`
  const client = createClient(url)
  return {
    url,
    test,
    ...client,
    stop: async () => {
      await service.stop()
      log.level = level
      if (!database) await test.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
