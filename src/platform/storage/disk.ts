import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../ids.ts'
import { checkStorageKey, type Storage } from './storage.ts'

/** Files in a folder, for one machine or a shared volume. */
export function createDiskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, checkStorageKey(key))
  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const temporary = join(dirname(path), `.${newId()}.part`)
      try {
        const file = await open(temporary, 'wx', 0o600)
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(temporary, path)
      } catch (error) {
        // Removes an unfinished file, so that it does not fill the disk further.
        await rm(temporary, { force: true })
        throw error
      }
    },
    async get(key) {
      const file = Bun.file(pathOf(key))
      return (await file.exists()) ? file.bytes() : undefined
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
