import { dlopen } from 'bun:ffi'
import { closeSync, openSync } from 'node:fs'

const exclusiveWithoutWaiting = 2 | 4

export interface FileLock {
  /** Open for as long as the lock is held. */
  descriptor: number
  release(): void
}

/** Said to people: the C library of this system could not be loaded. */
export class LockLibraryMissingError extends Error {
  override name = 'LockLibraryMissingError'
}

/**
 * Locks a file for this process, or gives undefined when another has it. The kernel holds the lock (flock) and
 * drops it when the process dies in whatever way, so there is never a stale one; descriptors are closed on exec,
 * so that children do not keep it. The file stays when the lock goes: removing it would let two processes lock two
 * files of one name.
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

/** Bun and Node have no flock of their own, so it is called in the C library. */
function loadFlock(): Flock {
  if (loadedFlock) return loadedFlock
  const library = process.platform === 'darwin' ? 'libSystem.B.dylib' : 'libc.so.6'
  try {
    loadedFlock = dlopen(library, { flock: { args: ['i32', 'i32'], returns: 'i32' } }).symbols.flock
    return loadedFlock
  } catch (error) {
    throw new LockLibraryMissingError(
      `the C library ${library} does not load here (${error instanceof Error ? error.message : error})`,
    )
  }
}
