import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../ids.ts'
import { type CheckedStorage, checkStorageKey } from './storage.ts'
import { asStorageError } from './storage-error.ts'

/** Files in a folder, for one machine or a shared volume. */
export function createDiskStorage(folder: string): CheckedStorage {
  const pathOf = (key: string) => join(folder, checkStorageKey(key))
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await asStorageError(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        const temporary = join(dirname(path), `.${newId()}.part`)
        try {
          await writeDurably(temporary, bytes)
          await rename(temporary, path)
        } catch (error) {
          // Removes an unfinished file, so that it does not fill the disk further.
          await rm(temporary, { force: true })
          throw error
        }
      })
    },
    async get(key) {
      const file = Bun.file(pathOf(key))
      return asStorageError(async () => ((await file.exists()) ? file.bytes() : undefined))
    },
    async delete(key) {
      const path = pathOf(key)
      await asStorageError(() => rm(path, { force: true }))
    },
    /** Writes a small file, because a full disk and a read-only one can still be read. */
    check: () =>
      asStorageError(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        const probe = join(folder, `.${newId()}.check`)
        try {
          await writeDurably(probe, PROBE)
        } finally {
          await rm(probe, { force: true })
        }
      }),
  }
}

const PROBE = new Uint8Array(4_096)

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}
