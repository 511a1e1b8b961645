import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import type { JWK } from 'jose'
import { ConfigError } from '../../platform/config/config.ts'
import { COMMAND } from '../../platform/product-files.ts'
import { type KeySource, keysAfterRotation, type StoredKey } from './signing-keys.ts'

interface KeyFile {
  keys: (JWK & { kid: string; activeFrom: string })[]
}

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
    throw new ConfigError([
      `TOKEN_KEYS_FILE ${path} cannot be read (${(error as Error).message}). Create one with: ${COMMAND} keys create ${path}`,
    ])
  }
  return content.keys.map(({ kid, activeFrom, ...privateJwk }) => ({
    keyId: kid,
    privateJwk,
    activeFrom: new Date(activeFrom),
  }))
}

/** Creates the file, or adds a new key to it. Writes a temporary file and renames it, so that readers see a complete file. */
export async function rotateKeyFile(path: string, create: boolean): Promise<void> {
  const keys = create ? [] : await readKeyFile(path)
  const content: KeyFile = {
    keys: (await keysAfterRotation(keys)).map((key) => ({
      ...key.privateJwk,
      kid: key.keyId,
      activeFrom: key.activeFrom.toISOString(),
    })),
  }
  const temporary = `${path}.${process.pid}.part`
  await writeFile(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
  await chmod(temporary, 0o600)
  await rename(temporary, path)
}
