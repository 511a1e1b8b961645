import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const GIGABYTE = 2 ** 30
/** The servers of a whole run need less than one each. */
const NEEDED_BYTES = 6 * GIGABYTE
/** Browsers and services of the tests need memory too. */
const NEEDED_MEMORY_BYTES = 10 * GIGABYTE

/**
 * Where `bun run test` keeps its databases. A test creates one with a thousand files and deletes it, which takes a file
 * system on a disk a quarter of a second of processor time, and one in memory a hundredth. Tests of durability have their
 * own servers in the folder for temporary files.
 */
export function testFolderParent(memoryFolder = '/dev/shm', neededBytes = NEEDED_BYTES): string {
  const isFit =
    existsSync(memoryFolder) &&
    isWritable(memoryFolder) &&
    freeBytes(memoryFolder) >= neededBytes &&
    availableMemory() >= NEEDED_MEMORY_BYTES &&
    canRunPrograms(memoryFolder)
  return isFit ? memoryFolder : tmpdir()
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Of the machine and of its container: the folder counts as memory of the container. */
function availableMemory(): number {
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  return Math.min(Number(kilobytes ?? 0) * 1024, process.availableMemory())
}

/** Containers forbid it at times, and PostgreSQL may need a copy of its programs beside its data. */
function canRunPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, 'lyceum-test-run-'))
  try {
    const program = join(own, 'program')
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
    return Bun.spawnSync([program]).success
  } catch {
    return false
  } finally {
    rmSync(own, { recursive: true })
  }
}
