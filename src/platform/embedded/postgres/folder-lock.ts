import { ftruncateSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { chownToFolderOwner } from '../data-folder.ts'
import { EmbeddedPostgresError, EXTERNAL_POSTGRES_HINT, errorText } from '../embedded-error.ts'
import { type FileLock, LockLibraryMissingError, tryLockFile } from '../file-lock.ts'
import { isAlive } from '../processes.ts'

export interface FolderLock {
  release(): void
}

/** Locks a folder for this process, and writes its pid into the lock file for later processes. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const file = join(folder, 'postgres.lock')
  const lock = tryLock(folder, file)
  if (!lock) throw await alreadyLockedError(folder, file)
  ftruncateSync(lock.descriptor)
  writeSync(lock.descriptor, `${process.pid}\n`, 0)
  return lock
}

function tryLock(folder: string, file: string): FileLock | undefined {
  try {
    const lock = tryLockFile(file)
    chownToFolderOwner(folder, file)
    return lock
  } catch (error) {
    if (error instanceof LockLibraryMissingError)
      throw new EmbeddedPostgresError(
        `The embedded PostgreSQL cannot be locked: ${error.message}. Set DATABASE_URL to use a PostgreSQL of your own.`,
      )
    throw new EmbeddedPostgresError(
      `The data folder ${folder} cannot be written to (${errorText(error)}). Give the user that runs ` +
        `Lyceum the right to write there, or name another folder. ${EXTERNAL_POSTGRES_HINT}`,
    )
  }
}

async function alreadyLockedError(folder: string, file: string): Promise<EmbeddedPostgresError> {
  // The winner of a race may not have written its pid yet, so a dead pid is read again.
  for (let attempt = 0; attempt < 20; attempt++) {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
    if (isAlive(pid)) {
      return new EmbeddedPostgresError(
        `Another Lyceum (pid ${pid}) is already using ${folder}. Stop it first, or give this one a data ` +
          'folder of its own.',
      )
    }
    await Bun.sleep(10)
  }
  return new EmbeddedPostgresError(
    `${file} cannot be locked: another Lyceum is already using ${folder}, perhaps in another container, or ` +
      `the file system cannot lock files. Stop the other one, or name a folder on a local disk. ` +
      EXTERNAL_POSTGRES_HINT,
  )
}
