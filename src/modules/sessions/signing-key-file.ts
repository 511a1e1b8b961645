import { chmod, chown, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JWK } from 'jose'
import { ConfigError } from '../../platform/config/config.ts'
import { COMMAND } from '../../platform/product-files.ts'
import { type KeySource, keysAfterRotation, type StoredKey } from './signing-keys.ts'

interface KeyFile {
  keys: (JWK & { kid: string; activeFrom: string })[]
}

/** Who may read a key file, as numbers: a container has other names. */
export interface FileAccess {
  uid: number
  gid: number
  mode: number
}

const PRIVATE_MODE = 0o600
const OPEN_TO_OTHERS = 0o007
const ROOT = 0

/** Signing keys in a JSON file that only the operating system user of the service may read. */
export function fileKeySource(path: string): KeySource {
  return { read: () => readKeyFile(path) }
}

async function readKeyFile(path: string): Promise<StoredKey[]> {
  let content: KeyFile
  try {
    content = JSON.parse(await readFile(path, 'utf8')) as KeyFile
    if (!Array.isArray(content.keys)) throw new Error('it has no array named keys')
  } catch (error) {
    throw new ConfigError([await explainUnreadable(path, error as Error)])
  }
  return content.keys.map(({ kid, activeFrom, ...privateJwk }) => ({
    keyId: kid,
    privateJwk,
    activeFrom: new Date(activeFrom),
  }))
}

async function explainUnreadable(path: string, error: NodeJS.ErrnoException): Promise<string> {
  const access = error.code === 'EACCES' ? await findAccess(path) : undefined
  if (access)
    return `TOKEN_KEYS_FILE ${path} cannot be read by user ${process.getuid?.()}: it belongs to ${describeAccess(access)}. Give it to the user of the service: chown ${process.getuid?.()} ${path}`
  return `TOKEN_KEYS_FILE ${path} cannot be read (${error.message}). Create one with: ${COMMAND} keys create ${path}`
}

/**
 * Creates the file, or adds a new key to it. Writes a temporary file and renames it, so that readers see a complete
 * file. The file keeps its owner and mode, so that the service can still read it; a new file of root gets the owner of
 * its folder. Returns who may read it.
 */
export async function rotateKeyFile(path: string, create: boolean): Promise<FileAccess> {
  const keys = create ? [] : await readKeyFile(path)
  const access = create ? await accessOfNewFile(path) : await accessToKeep(path)
  const content: KeyFile = {
    keys: (await keysAfterRotation(keys)).map((key) => ({
      ...key.privateJwk,
      kid: key.keyId,
      activeFrom: key.activeFrom.toISOString(),
    })),
  }
  const temporary = `${path}.${process.pid}.part`
  try {
    await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: PRIVATE_MODE, flag: 'wx' })
    await giveTo(temporary, path, access)
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  return access
}

export function describeAccess({ uid, gid, mode }: FileAccess): string {
  return `user ${uid}, group ${gid}, with the mode ${mode.toString(8).padStart(4, '0')}`
}

async function findAccess(path: string): Promise<FileAccess | undefined> {
  const stats = await stat(path).catch(() => undefined)
  return stats && { uid: stats.uid, gid: stats.gid, mode: stats.mode & 0o7777 }
}

/** A file that was open to all users is closed to them. */
async function accessToKeep(path: string): Promise<FileAccess> {
  const access = (await findAccess(path))!
  return { ...access, mode: access.mode & OPEN_TO_OTHERS ? PRIVATE_MODE : access.mode }
}

async function accessOfNewFile(path: string): Promise<FileAccess> {
  const [uid, gid] = [process.getuid?.() ?? ROOT, process.getgid?.() ?? ROOT]
  const folder = uid === ROOT ? await findAccess(dirname(path)) : undefined
  return { uid: folder?.uid ?? uid, gid: folder?.gid ?? gid, mode: PRIVATE_MODE }
}

/** A user other than root cannot give a file away: the rotation is refused and nothing changes. */
async function giveTo(temporary: string, path: string, { uid, gid, mode }: FileAccess): Promise<void> {
  const own = (await findAccess(temporary))!
  if (own.uid !== uid || own.gid !== gid)
    await chown(temporary, uid, gid).catch((error: Error) => {
      throw new ConfigError([
        `${path} belongs to ${describeAccess({ uid, gid, mode })}, and this user (${process.getuid?.()}) cannot keep that (${error.message}). Nothing was changed: run the command as its owner or as root`,
      ])
    })
  await chmod(temporary, mode)
}
