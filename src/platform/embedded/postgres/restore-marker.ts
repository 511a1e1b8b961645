import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fsyncFolder, writeStateFile } from '../data-folder.ts'
import { EmbeddedPostgresError } from '../embedded-error.ts'

const MARKER = 'restore.unfinished'

/**
 * Marks a restore in progress: until `endRestore`, nothing starts on the folder, because a partial backup
 * would look complete.
 */
export function beginRestore(dataDir: string): void {
  writeStateFile(dataDir, MARKER, 'A backup is being restored into this folder.\n', 0o644)
}

export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, MARKER))
  fsyncFolder(dataDir)
}

export function requireCompleteRestore(dataDir: string, home: string): void {
  if (!existsSync(join(dataDir, MARKER))) return
  const folders = dataDir === home ? dataDir : `${dataDir} and ${home}`
  throw new EmbeddedPostgresError(
    `Restoring a backup into ${dataDir} was interrupted. Remove ${folders} and restore it again.`,
  )
}
