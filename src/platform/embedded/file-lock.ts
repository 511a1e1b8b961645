import { dlopen } from 'bun:ffi'
import { closeSync, openSync } from 'node:fs'

const exclusiveWithoutWaiting = 2 | 4

export interface FileLock {
  /** The descriptor stays open while the file is locked. */
  descriptor: number
  release(): void
}

/** The C library of this system could not be loaded. The message is for the operator. */
export class LockLibraryMissingError extends Error {
  override name = 'LockLibraryMissingError'
}

/**
 * Locks a file for this process; returns undefined if another process has the lock. The kernel owns the lock
 * (flock) and releases it when the process dies, so it is never stale. Descriptors are closed on exec, so
 * child processes do not inherit it. The file is not deleted on release: otherwise two processes could lock
 * two files of one name.
 */
export function tryLockFile(file: string): FileLock | undefined {
  const descriptor = openSync(file, 'a+', 0o644)
  try {
    if (loadFlock()(descriptor, exclusiveWithoutWaiting) !== 0) {
      closeSync(descriptor)
      return undefined
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
  let isLocked = true
  return {
    descriptor,
    release() {
      if (isLocked) closeSync(descriptor)
      isLocked = false
    },
  }
}

type Flock = (descriptor: number, operation: number) => number
let loadedFlock: Flock | undefined

/** Bun and Node have no flock, so the C library is called. */
function loadFlock(): Flock {
  if (loadedFlock) return loadedFlock
  const library = process.platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6'
  try {
    loadedFlock = dlopen(library, { flock: { args: ['i32', 'i32'], returns: 'i32' } }).symbols.flock
    return loadedFlock
  } catch (error) {
    throw new LockLibraryMissingError(
      `the C library ${library} cannot be loaded (${error instanceof Error ? error.message : error})`,
    )
  }
}
