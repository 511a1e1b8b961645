import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { offlineChain } from '../../src/app/chain/connect-chain.ts'
import { type Config, readConfig } from '../../src/platform/config/config.ts'
import { Database } from '../../src/platform/db/database.ts'
import { PipelinedReads } from '../../src/platform/db/pipelined-reads.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { startPostgresPubSub } from '../../src/platform/pubsub/postgres-pubsub.ts'
import type { PubSub } from '../../src/platform/pubsub/pubsub.ts'
import { createWakeSignal } from '../../src/platform/pubsub/wake-signal.ts'
import { MemoryRateLimitStore } from '../../src/platform/rate-limits/memory-store.ts'
import { RateLimits } from '../../src/platform/rate-limits/rate-limits.ts'
import { createDiskStorage } from '../../src/platform/storage/disk.ts'
import { type Reactions, reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import { ConnectionRegistry } from '../../src/platform/websockets/connection-registry.ts'
import { TEST_TIMEOUTS, type TestDatabase } from './database.ts'

interface TestPlatformOptions {
  settings?: Record<string, string>
  /** The event handlers of a test; none by default. */
  reactions?: (config: Config, pubsub: PubSub) => Reactions
  poolSize?: number
  /** A service runs on the same database, and its relay is told of jobs, as by any process without a relay. */
  isBesideService?: boolean
}

export interface TestPlatform extends Platform {
  close(): Promise<void>
}

/**
 * The dependencies of modules in one process, on the database of a test: rate limits are off, and jobs do not
 * run.
 */
export async function openTestPlatform(
  test: TestDatabase,
  {
    settings = {},
    reactions = () => reactionTable([]),
    poolSize = 16,
    isBesideService = false,
  }: TestPlatformOptions = {},
): Promise<TestPlatform> {
  const ownFolder = mkdtempSync(join(tmpdir(), 'lyceum-test-data-'))
  const config = readConfig({
    LYCEUM_ENV: 'test',
    PORT: '0',
    DATA_DIR: ownFolder,
    DATABASE_URL: test.url,
    ...settings,
  })
  const database = new Database({ url: test.url, poolSize, ...TEST_TIMEOUTS })
  const pipelinedReads = new PipelinedReads({ url: test.url })
  // The replica handle is read-only, so that the server rejects a write.
  const readOnly = new Database({ url: test.url, poolSize: 4, isReadOnly: true, ...TEST_TIMEOUTS })
  const pubsub = await startPostgresPubSub(database)
  const outboxSignal = createWakeSignal(pubsub, 'jobs.outbox')
  return {
    config,
    database,
    db: database.query,
    pipelinedDb: pipelinedReads.query,
    replicaDb: readOnly.query,
    autocommitDb: database.autocommit,
    write: createWrite(database, reactions(config, pubsub), () => {
      if (isBesideService) outboxSignal.send()
    }),
    pubsub,
    connections: new ConnectionRegistry(pubsub),
    rateLimits: new RateLimits({ ...config.limits, enabled: false, strict: new MemoryRateLimitStore() }),
    storage: createDiskStorage(join(config.dataDir, 'files')),
    chain: offlineChain(config),
    close: async () => {
      await pubsub.close()
      await pipelinedReads.close()
      await readOnly.close()
      await database.close()
      rmSync(ownFolder, { recursive: true, force: true })
    },
  }
}
