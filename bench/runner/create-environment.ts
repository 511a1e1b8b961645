import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BenchEnvironment } from './benchmark.ts'
import { startDatabase } from './database.ts'
import { stopStartedProcesses } from './start-process.ts'

/** Where all implementations say they are: nobody goes there. */
const PUBLIC_URL = 'http://lyceum.example'

/** An empty folder and a PostgreSQL in it. Both go when it is disposed of, and what was started meanwhile goes first. */
export async function createEnvironment(): Promise<BenchEnvironment & AsyncDisposable> {
  await using cleanup = new AsyncDisposableStack()
  const scratchFolder = await mkdtemp(join(tmpdir(), 'lyceum-bench-'))
  // Started by root, PostgreSQL runs as another user, who must be able to walk through to its own folder.
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
