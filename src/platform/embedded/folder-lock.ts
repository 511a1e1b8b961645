import { dlopen } from 'bun:ffi'
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { giveToOwner } from './data-folder.ts'
import { EmbeddedPostgresFault, errorText, useYourOwnPostgres } from './postgres-fault.ts'
import { isAlive } from './processes.ts'

const exclusiveWithoutWaiting = 2 | 4

export interface FolderLock {
  release(): void
}

/**
 * Takes a folder for this process alone. The kernel holds the lock (flock) and drops it when the process
 * dies in whatever way, so there is never a stale one; descriptors are closed on exec, so that an orphaned
 * PostgreSQL does not keep it. The file stays when the lock goes: removing it would let two processes lock
 * two files of one name.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, 'postgres.lock')
  const descriptor = openLockFile(folder, file)
  if (loadFlock()(descriptor, exclusiveWithoutWaiting) !== 0) {
    closeSync(descriptor)
    throw await takenFault(folder, file)
  }
  ftruncateSync(descriptor)
  writeSync(descriptor, `${process.pid}\n`, 0)
  let isHeld = true
  return {
    release() {
      if (isHeld) closeSync(descriptor)
      isHeld = false
    },
  }
}

function openLockFile(folder: string, file: string): number {
  try {
    const descriptor = openSync(file, 'a+', 0o644)
    giveToOwner(folder, file)
    return descriptor
  } catch (error) {
    throw new EmbeddedPostgresFault(
      `The data folder ${folder} cannot be written to (${errorText(error)}). Give the user that runs ` +
        `Lyceum the right to write there, or name another folder. ${useYourOwnPostgres}`,
    )
  }
}

type Flock = (descriptor: number, operation: number) => number
let loadedFlock: Flock | undefined

/** Bun and Node have no flock of their own, so it is called in the C library. */
function loadFlock(): Flock {
  if (loadedFlock) return loadedFlock
  const library = process.platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6'
  try {
    loadedFlock = dlopen(library, { flock: { args: ['i32', 'i32'], returns: 'i32' } }).symbols.flock
    return loadedFlock
  } catch (error) {
    throw new EmbeddedPostgresFault(
      `The embedded PostgreSQL needs the C library ${library}, which does not load here ` +
        `(${errorText(error)}). Set DATABASE_URL to use a PostgreSQL of your own.`,
    )
  }
}

async function takenFault(folder: string, file: string): Promise<EmbeddedPostgresFault> {
  // The winner of a race may not have written its number yet, so a dead number is looked at again.
  for (let attempt = 0; attempt < 20; attempt++) {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    if (isAlive(pid)) {
      return new EmbeddedPostgresFault(
        `Another Lyceum (pid ${pid}) is already using ${folder}. Stop it first, or give this one a data ` +
          'folder of its own.',
      )
    }
    await Bun.sleep(10)
  }
  return new EmbeddedPostgresFault(
    `${file} cannot be locked: another Lyceum is already using ${folder}, perhaps in another container, or ` +
      `the file system cannot lock files. Stop the other one, or name a folder on a local disk. ` +
      useYourOwnPostgres,
  )
}
