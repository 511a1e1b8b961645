import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchEnvironment } from './benchmark.ts'
import { startDatabase } from './database.ts'
import { stopStartedProcesses } from './start-process.ts'

/** The public base URL of all implementations; no request is sent to it. */
const PUBLIC_URL = 'http://lyceum.example'

/**
 * Creates an empty folder with a PostgreSQL. Disposing it stops all started processes, then PostgreSQL, and
 * deletes the folder.
 */
export async function createEnvironment(): Promise<BenchEnvironment & AsyncDisposable> {
  await using cleanup = new AsyncDisposableStack()
  const scratchFolder = await mkdtemp(join(tmpdir(), 'lyceum-bench-'))
  // PostgreSQL does not run as root: its user needs access to the parent folder.
  await chmod(scratchFolder, 0o711)
  cleanup.defer(() => rm(scratchFolder, { recursive: true, force: true }))
  const database = await startDatabase(scratchFolder)
  cleanup.defer(() => database.stop())
  cleanup.defer(stopStartedProcesses)
  const disposables = cleanup.move()
  return {
    database,
    scratchFolder,
    peerTokenSecret: randomBytes(32).toString('base64url'),
    publicUrl: PUBLIC_URL,
    [Symbol.asyncDispose]: () => disposables.disposeAsync(),
  }
}
