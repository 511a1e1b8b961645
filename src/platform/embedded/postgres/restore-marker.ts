import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fsyncFolder, writeStateFile } from '../data-folder.ts'
import { EmbeddedPostgresError } from '../embedded-error.ts'

const MARKER = 'restore.unfinished'

/** From here until `endRestore` nothing starts on the folder: half of a backup would look like a whole one. */
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
    `A backup was being restored into ${dataDir}, and that was interrupted. Remove ${folders} and restore it again.`,
  )
}
