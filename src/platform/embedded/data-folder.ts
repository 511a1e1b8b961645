import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { EmbeddedPostgresError, EXTERNAL_POSTGRES_HINT, errorText } from './embedded-error.ts'
import { isRoot } from './postgres/database-user.ts'

/** Creates the data folder, closed to other users, if needed and returns its real path, which clusters and locks use. */
export function prepareDataFolder(dataDir: string): string {
  try {
    mkdirSync(dirname(dataDir), { recursive: true })
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (!statSync(dataDir).isDirectory()) throw new Error('it is not a folder')
    return realpathSync(dataDir)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The data folder ${dataDir} cannot be used (${errorText(error)}). Name a folder that the user who runs ` +
        `Lyceum can write to. ${EXTERNAL_POSTGRES_HINT}`,
    )
  }
}

/** Writes a small file atomically and syncs it. Root gives it to the owner of the folder. */
export function writeStateFile(dataDir: string, name: string, text: string, mode: number): void {
  const file = join(dataDir, name)
  const draft = `${file}.draft`
  const descriptor = openSync(draft, 'w', mode)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  chownToFolderOwner(dataDir, draft)
  renameSync(draft, file)
  fsyncFolder(dataDir)
}

export function readStateFile(dataDir: string, name: string): string | undefined {
  const file = join(dataDir, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}

/** A folder that was used with sudo once stays usable without it. */
export function chownToFolderOwner(dataDir: string, file: string): void {
  if (!isRoot()) return
  const { uid, gid } = statSync(dataDir)
  if (uid !== 0) chownSync(file, uid, gid)
}

/** A rename survives a power cut only when the folder is synced. */
export function fsyncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
