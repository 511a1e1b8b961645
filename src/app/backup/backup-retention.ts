import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** The name contains the time of the start, so the order of the names is that of time. */
const NAME = /^lyceum-\d{8}T\d{6}Z$/

export interface KnownBackup {
  path: string
  /** Undefined if the backup is damaged or cannot be read. */
  manifest: Manifest | undefined
  /** Why a backup that may be sound cannot be read, such as missing rights. */
  error?: string
}

/** The finished backups in a folder, newest first. Throws if the folder cannot be read. */
export function listBackups(folder: string): KnownBackup[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => {
      const path = join(folder, name)
      try {
        return { path, manifest: readManifest(path) }
      } catch (error) {
        if (error instanceof BackupError || error instanceof SyntaxError) return { path, manifest: undefined }
        return { path, manifest: undefined, error: (error as Error).message }
      }
    })
}

/** The name of a backup while it is deleted. A part of a backup must not look like one. */
const DELETING = '.deleting'

interface Retention {
  folder: string
  /** How many stay, with the new one. */
  keep: number
  /** The fingerprint of SECRET_KEY. Backups with another one belong to another installation. */
  secretKey: string
  /** The path of the new backup. It stays even if the clock went back and others look newer. */
  made?: string
}

/**
 * Lists the backups that are deleted once the new one is complete. A backup that cannot be read does not count as one that
 * stays, and is not deleted: a person decides about it.
 */
export function listOldBackups({ folder, keep, secretKey, made }: Retention): string[] {
  return listBackups(folder)
    .filter(({ path, manifest }) => manifest?.secrets.secretKey === secretKey && !isSameName(path, made))
    .slice(keep - 1)
    .map(({ path }) => path)
}

const isSameName = (path: string, other: string | undefined) =>
  other !== undefined && basename(path) === basename(other)

interface DeletedBackup {
  path: string
  /** Why it could not be deleted. */
  error?: string
}

/** Deletes old backups, and what an interrupted deletion left. One that cannot be deleted does not keep the others. */
export function deleteOldBackups(retention: Retention & { made: string }): DeletedBackup[] {
  const left = listInterrupted(retention.folder)
  return [...left, ...listOldBackups(retention)].map((path) => {
    try {
      const doomed = path.endsWith(DELETING) ? path : `${path}${DELETING}`
      if (doomed !== path) renameSync(path, doomed)
      rmSync(doomed, { recursive: true, force: true })
      return { path }
    } catch (error) {
      return { path, error: (error as Error).message }
    }
  })
}

function listInterrupted(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.endsWith(DELETING))
    .filter(({ name }) => NAME.test(name.slice(0, -DELETING.length)))
    .map(({ name }) => join(folder, name))
}
