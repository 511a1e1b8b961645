import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { knownChain } from '../../src/app/chain/open-chain.ts'
import { type Config, readConfig } from '../../src/platform/config.ts'
import { Database } from '../../src/platform/db/database.ts'
import { QuickReads } from '../../src/platform/db/quick-reads.ts'
import { Limits } from '../../src/platform/limits/limits.ts'
import { MemoryLimits } from '../../src/platform/limits/memory.ts'
import type { Live } from '../../src/platform/live/live.ts'
import { startPostgresLive } from '../../src/platform/live/postgres.ts'
import type { Platform } from '../../src/platform/platform.ts'
import { type Reactions, reactionTable } from '../../src/platform/reactions.ts'
import { Sockets } from '../../src/platform/sockets/sockets.ts'
import { createDiskStorage } from '../../src/platform/storage/disk.ts'
import { createWrite } from '../../src/platform/write.ts'
import { TEST_PATIENCE, type TestDatabase } from './database.ts'

interface TestPlatformOptions {
  settings?: Record<string, string>
  /** What the modules of a test hear; nothing unless it is said. */
  reactions?: (config: Config, live: Live) => Reactions
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
  const database = new Database({ url: test.url, poolSize, ...TEST_PATIENCE })
  const quickReads = new QuickReads({ url: test.url })
  // Nothing that may go to a replica writes: here the server sees to it.
  const readOnly = new Database({ url: test.url, poolSize: 4, isReadOnly: true, ...TEST_PATIENCE })
  const live = await startPostgresLive(database)
  return {
    config,
    database,
    db: database.query,
    quick: quickReads.query,
    stale: readOnly.query,
    write: createWrite(database, reactions(config, live), () => {}),
    live,
    sockets: new Sockets(live),
    limits: new Limits({ ...config.limits, enabled: false, strict: new MemoryLimits() }),
    storage: createDiskStorage(join(config.dataDir, 'files')),
    chain: knownChain(config),
    close: async () => {
      await live.close()
      await quickReads.close()
      await readOnly.close()
      await database.close()
      rmSync(ownFolder, { recursive: true, force: true })
    },
  }
}
