import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeLasting, writeStateFile } from './data-folder.ts'
import { EmbeddedPostgresFault } from './postgres-fault.ts'

const MARK = 'restore.unfinished'

/** From here until `endRestore` nothing starts on the folder: half of a backup would look like a whole one. */
export function beginRestore(dataDir: string): void {
  writeStateFile(dataDir, MARK, 'A backup is being restored into this folder.\n', 0o644)
}

export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, MARK))
  makeLasting(dataDir)
}

export function refuseHalfRestored(dataDir: string, home: string): void {
  if (!existsSync(join(dataDir, MARK))) return
  const places = dataDir === home ? dataDir : `${dataDir} and ${home}`
  throw new EmbeddedPostgresFault(
    `A backup was being restored into ${dataDir}, and that was interrupted. Remove ${places} and restore it again.`,
  )
}
