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
import { MemoryRateLimitStore } from '../../src/platform/rate-limits/memory-store.ts'
import { RateLimits } from '../../src/platform/rate-limits/rate-limits.ts'
import { createDiskStorage } from '../../src/platform/storage/disk.ts'
import { type Reactions, reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import { ConnectionRegistry } from '../../src/platform/websockets/connection-registry.ts'
import { TEST_TIMEOUTS, type TestDatabase } from './database.ts'

interface TestPlatformOptions {
  settings?: Record<string, string>
  /** What the modules of a test hear; nothing unless it is said. */
  reactions?: (config: Config, pubsub: PubSub) => Reactions
  poolSize?: number
}

export interface TestPlatform extends Platform {
  close(): Promise<void>
}

/** All that one process hands to modules, over the database of a test: limits are off, and nobody does the jobs. */
export async function openTestPlatform(
  test: TestDatabase,
  { settings = {}, reactions = () => reactionTable([]), poolSize = 16 }: TestPlatformOptions = {},
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
  // Nothing that may go to a replica writes: here the server sees to it.
  const readOnly = new Database({ url: test.url, poolSize: 4, isReadOnly: true, ...TEST_TIMEOUTS })
  const pubsub = await startPostgresPubSub(database)
  return {
    config,
    database,
    db: database.query,
    pipelinedDb: pipelinedReads.query,
    replicaDb: readOnly.query,
    write: createWrite(database, reactions(config, pubsub), () => {}),
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
