import { closeSync, fstatSync, openSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chownToFolderOwner } from '../data-folder.ts'

const largestLogBytes = 10 * 1024 * 1024

/** The file that PostgreSQL writes to through an inherited descriptor, so its user needs no permission. */
export interface PostgresLog {
  file: string
  /** Renames a large log file; one old file is retained. Called before each start of the server. */
  rotate(): void
  size(): number
  open(): number
  textSince(mark: number): string
}

export function openPostgresLog(dataDir: string): PostgresLog {
  const file = join(dataDir, 'postgres.log')
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return {
    file,
    size,
    rotate() {
      if (size() > largestLogBytes) renameSync(file, `${file}.1`)
    },
    open() {
      const descriptor = openSync(file, 'a', 0o600)
      chownToFolderOwner(dataDir, file)
      return descriptor
    },
    textSince(mark) {
      const descriptor = openSync(file, 'r')
      try {
        const length = Math.max(0, fstatSync(descriptor).size - mark)
        const tail = Math.min(length, 64 * 1024)
        const bytes = Buffer.alloc(tail)
        readSync(descriptor, bytes, 0, tail, mark + length - tail)
        return bytes.toString()
      } finally {
        closeSync(descriptor)
      }
    },
  }
}
