import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from '../../platform/embedded/data-folder.ts'
import { hasCluster } from '../../platform/embedded/postgres/cluster.ts'
import { type FolderLock, lockFolder } from '../../platform/embedded/postgres/folder-lock.ts'
import {
  defaultReachableFolder,
  type PostgresLocation,
  resolvePostgresLocation,
} from '../../platform/embedded/postgres/location.ts'
import { beginRestore, endRestore } from '../../platform/embedded/postgres/restore-marker.ts'
import { BackupError } from './backup-error.ts'
import { checkBackup, requireCompatible } from './check-backup.ts'
import { copyFile, fsyncTree } from './copy-file.ts'
import type { Erasure } from './erasure-log.ts'
import { storePendingRestore } from './finish-restore.ts'
import type { Manifest } from './manifest.ts'

/**
 * Restores a backup into a new data folder. Checks the whole backup first. A marker in the folder prevents a start until
 * the restore is complete. `finishPendingRestore` must run before the restored installation serves anyone.
 */
export async function restoreBackup(
  backup: string,
  into: string,
  onProgress: (line: string) => void,
  erasures: Erasure[] = [],
): Promise<Manifest> {
  const manifest = checkBackup(backup, onProgress)
  requireCompatible(manifest)
  requireEmpty(into)
  const dataDir = prepareDataFolder(into)
  const locks: FolderLock[] = [await lockFolder(dataDir)]
  try {
    // Another process may have used the folder while the backup was checked.
    requireEmpty(dataDir)
    const location = resolvePostgresLocation(dataDir, defaultReachableFolder, onProgress)
    if (location.home !== dataDir) locks.push(await lockFolder(location.home))
    if (hasCluster(location)) throw notEmptyError(location.cluster)
    beginRestore(dataDir)
    copyAll({ backup, dataDir, location, manifest, onProgress })
    storePendingRestore(dataDir, erasures)
    endRestore(dataDir)
    return manifest
  } finally {
    for (const lock of locks) lock.release()
  }
}

/** Files that a lock attempt or an interrupted restore leaves. */
const HARMLESS = new Set(['postgres.lock'])

function requireEmpty(folder: string): void {
  if (!existsSync(folder)) return
  if (readdirSync(folder).some((name) => !HARMLESS.has(name))) throw notEmptyError(folder)
}

function notEmptyError(folder: string): BackupError {
  return new BackupError(
    `${folder} is not empty. A backup can be restored only into a new folder: choose another one with --into, or move this one away. Nothing was changed.`,
  )
}

interface CopyOptions {
  backup: string
  dataDir: string
  location: PostgresLocation
  manifest: Manifest
  onProgress: (line: string) => void
}

function copyAll({ backup, dataDir, location, manifest, onProgress }: CopyOptions): void {
  const targetOf = (path: string) => targetFor(path, dataDir, location)
  for (const folder of manifest.folders) {
    const { path, owner } = targetOf(folder)
    mkdirSync(path, { mode: 0o700 })
    chmodSync(path, 0o700)
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  const step = Math.ceil(manifest.files.length / 4)
  for (const [index, { path, sha256 }] of manifest.files.entries()) {
    const target = targetOf(path)
    const copied = copyFile(join(backup, path), target.path, { owner: target.owner })
    if (copied?.sha256 !== sha256) {
      rmSync(target.path, { force: true })
      throw new BackupError(
        `The backup changed while it was restored: ${path}. The service cannot start on ${dataDir}.`,
      )
    }
    if ((index + 1) % step === 0)
      onProgress(`Restoring: ${Math.floor((100 * (index + 1)) / manifest.files.length)} %`)
  }
  for (const folder of new Set([dataDir, location.home])) fsyncTree(folder)
}

/** Database files go to the PostgreSQL location with its owner, all others into the data folder. */
function targetFor(path: string, dataDir: string, { home, user }: PostgresLocation) {
  const isDatabase = path === 'postgres' || path.startsWith('postgres/')
  return isDatabase
    ? { path: join(home, path), owner: user.identity }
    : { path: join(dataDir, path), owner: undefined }
}
