import { join } from 'node:path'
import { readMigrations } from '../../platform/db/migrate.ts'
import { embeddedPostgresMajor } from '../../platform/embedded/postgres/binaries.ts'
import { MIGRATIONS } from '../bootstrap/prepare-database.ts'
import { BackupError } from './backup-error.ts'
import { digestFile } from './copy-file.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** Reads every file of a backup and throws with the name of the first file that is missing or changed. */
export function checkBackup(folder: string, onProgress: (line: string) => void): Manifest {
  const manifest = readManifest(folder)
  const step = Math.ceil(manifest.files.length / 4)
  for (const [index, { path, size, sha256 }] of manifest.files.entries()) {
    const found = digestFile(join(folder, path))
    if (!found) throw new BackupError(`The backup is damaged: ${path} is missing. Use another one.`)
    if (found.size !== size || found.sha256 !== sha256)
      throw new BackupError(`The backup is damaged: ${path} was changed. Use another one.`)
    if ((index + 1) % step === 0)
      onProgress(`Checking: ${Math.floor((100 * (index + 1)) / manifest.files.length)} %`)
  }
  return manifest
}

/** Throws if this version of Lyceum cannot run the backup on this machine. */
export function requireCompatible({ machine, postgresMajor, migrations, lyceum }: Manifest): void {
  const here = `${process.platform}-${process.arch}`
  if (machine !== here)
    throw new BackupError(`The backup was made on ${machine}. Its database does not run on ${here}.`)
  const major = embeddedPostgresMajor()
  if (postgresMajor !== major)
    throw new BackupError(
      `The backup needs PostgreSQL ${postgresMajor}, but this Lyceum includes PostgreSQL ${major}. Restore it with the Lyceum that made it (${lyceum}).`,
    )
  const known = new Set(readMigrations(MIGRATIONS).map(({ name }) => name))
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown)
    throw new BackupError(
      `The backup was made by a newer Lyceum (${lyceum}): the migration ${unknown} is unknown here. Update Lyceum first.`,
    )
}
