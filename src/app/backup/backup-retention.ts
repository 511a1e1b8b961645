import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, readManifest } from './manifest.ts'

/** The name contains the time of the start, so the order of the names is that of time. */
const NAME = /^lyceum-\d{8}T\d{6}Z$/

export interface KnownBackup {
  path: string
  manifest: Manifest | undefined
}

/** The finished backups in a folder, newest first. One that cannot be read has no manifest. */
export function listBackups(folder: string): KnownBackup[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .map((name) => {
      const path = join(folder, name)
      try {
        return { path, manifest: readManifest(path) }
      } catch {
        return { path, manifest: undefined }
      }
    })
}

/**
 * Deletes all but the newest `keep` backups and returns their paths. A backup that cannot be read does not count as one that
 * stays, and is not deleted: a person decides about it.
 */
export function deleteOldBackups(folder: string, keep: number, isDryRun = false): string[] {
  const old = listBackups(folder)
    .filter(({ manifest }) => manifest !== undefined)
    .slice(keep)
    .map(({ path }) => path)
  if (!isDryRun) for (const path of old) rmSync(path, { recursive: true, force: true })
  return old
}
