import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataFolder } from '../../platform/embedded/data-folder.ts'
import { type FolderLock, lockFolder } from '../../platform/embedded/folder-lock.ts'
import { hasCluster } from '../../platform/embedded/postgres-cluster.ts'
import {
  defaultReachableFolder,
  findPostgresPlace,
  type PostgresPlace,
} from '../../platform/embedded/postgres-place.ts'
import { beginRestore, endRestore } from '../../platform/embedded/restore-mark.ts'
import { BackupFault } from './backup-fault.ts'
import { checkBackup, checkFits } from './check-backup.ts'
import { copyFile, makeAllLasting, type Owner } from './copy-file.ts'
import type { Manifest } from './manifest.ts'

/**
 * Puts a backup into a new data folder. It is read and judged as a whole first; then the folder is marked, so that
 * nothing starts on half of it, until all is there.
 */
export async function restoreBackup(
  backup: string,
  into: string,
  say: (line: string) => void,
): Promise<Manifest> {
  const manifest = checkBackup(backup, say)
  checkFits(manifest)
  refuseFilled(into)
  const dataDir = prepareDataFolder(into)
  const locks: FolderLock[] = [await lockFolder(dataDir)]
  try {
    // Somebody may have begun there while the backup was read.
    refuseFilled(dataDir)
    const place = findPostgresPlace(dataDir, defaultReachableFolder, say)
    if (place.home !== dataDir) locks.push(await lockFolder(place.home))
    if (hasCluster(place)) throw filledFault(place.cluster)
    beginRestore(dataDir)
    copyAll({ backup, dataDir, place, manifest, say })
    endRestore(dataDir)
    return manifest
  } finally {
    for (const lock of locks) lock.release()
  }
}

/** What a lock that was tried leaves behind, and where an earlier restore that ended half-way stood. */
const HARMLESS = new Set(['postgres.lock'])

function refuseFilled(folder: string): void {
  if (!existsSync(folder)) return
  if (readdirSync(folder).some((name) => !HARMLESS.has(name))) throw filledFault(folder)
}

function filledFault(folder: string): BackupFault {
  return new BackupFault(
    `${folder} is not empty. A backup is restored into a new folder only: name another one with --into, or move this one away. Nothing was changed.`,
  )
}

interface Copying {
  backup: string
  dataDir: string
  place: PostgresPlace
  manifest: Manifest
  say: (line: string) => void
}

function copyAll({ backup, dataDir, place, manifest, say }: Copying): void {
  const targetOf = (path: string) => targetFor(path, dataDir, place)
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
      throw new BackupFault(`The backup changed while it was read: ${path}. Nothing can start on ${dataDir}.`)
    }
    if ((index + 1) % step === 0)
      say(`Restoring: ${Math.floor((100 * (index + 1)) / manifest.files.length)} %`)
  }
  for (const folder of new Set([dataDir, place.home])) makeAllLasting(folder)
}

/** The database goes to its own place and owner, the rest into the data folder. */
function targetFor(
  path: string,
  dataDir: string,
  { home, user }: PostgresPlace,
): { path: string; owner: Owner | undefined } {
  const isDatabase = path === 'postgres' || path.startsWith('postgres/')
  return isDatabase
    ? { path: join(home, path), owner: user.identity }
    : { path: join(dataDir, path), owner: undefined }
}
