import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ArchiveError } from '../../platform/archive/archive-error.ts'
import { unpackArchive } from '../../platform/archive/unpack-archive.ts'
import type { Clock } from '../../platform/clock.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { type PackError, PackImportError } from '../authoring/public/pack.ts'
import {
  findArchive,
  findImport,
  type PackOutcome,
  updateFinishedImport,
  updateProgress,
} from './import-requests.ts'

export const ARCHIVE_LIMIT_BYTES = 32 * 1024 * 1024
export const ARCHIVE_LIMITS = { files: 5_000, bytes: 128 * 1024 * 1024 }

export interface PackImport {
  archiveMissing: boolean
  ownerId: UserId
  onProgress: (step: string, done: number, total: number) => void
}

/** Reads and imports the packs of a folder. Modules of other levels read them, so `app` provides it. */
export interface PackImporter {
  /** Reports what `importPacks` would do, and writes nothing. */
  previewPacks(folder: string, options: Pick<PackImport, 'archiveMissing'>): Promise<Outcome>
  importPacks(folder: string, options: PackImport): Promise<Outcome>
}

export interface Outcome {
  packs: PackOutcome[]
  /** If there is one, nothing of its pack was imported. */
  faults: PackError[]
}

/** Unpacks an archive into a folder that is deleted afterwards. Throws `ArchiveError` for a bad archive. */
export async function withUnpacked<Result>(
  archive: Uint8Array,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-import-'))
  try {
    await unpackArchive(archive, folder, ARCHIVE_LIMITS)
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How often progress is stored. */
const PROGRESS_MS = 500

/** Runs a requested import. A second run of the same import does nothing, or finds that nothing is left to do. */
export async function runImport(
  { db, write }: Pick<Platform, 'db' | 'write'>,
  importer: PackImporter,
  importId: string,
  clock: Clock,
): Promise<void> {
  const row = await findImport(db, importId)
  const archive = await findArchive(db, importId)
  if (!row || !archive) return
  let stored = performance.now()
  let storing: Promise<unknown> = write((tx) =>
    updateProgress(tx, importId, { step: null, done: 0, total: 0 }),
  )
  const onProgress = (step: string, done: number, total: number) => {
    if (performance.now() - stored < PROGRESS_MS) return
    stored = performance.now()
    storing = storing.then(() => write((tx) => updateProgress(tx, importId, { step, done, total })))
  }
  const options = { archiveMissing: row.archiveMissing, ownerId: row.requestedBy, onProgress }
  const outcome = await withUnpacked(archive, (folder) => importer.importPacks(folder, options)).catch(
    toFaults,
  )
  await storing
  await write((tx) => updateFinishedImport(tx, importId, { ...outcome, now: clock() }))
}

/** Other errors than those of the archive are failures of the service, after which the job runs again. */
function toFaults(error: unknown): Outcome {
  if (error instanceof PackImportError) return { packs: [], faults: error.errors }
  if (error instanceof ArchiveError)
    return { packs: [], faults: [{ file: '', line: 1, message: error.message }] }
  throw error
}
