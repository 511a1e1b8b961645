import { S3Client } from 'bun'
import type { Config } from '../config/config.ts'
import { observeCall } from '../outgoing-calls.ts'
import { type CheckedStorage, checkStorageKey } from './storage.ts'
import { asStorageError } from './storage-error.ts'

/** Files in an S3-compatible bucket. */
export function createS3Storage(options: NonNullable<Config['s3']>): CheckedStorage {
  const client = new S3Client(options)
  const call = <Result>(work: () => Promise<Result>) => asStorageError(() => observeCall('storage', work))
  const read = (name: string) =>
    call(async () => {
      try {
        return await client.file(name).bytes()
      } catch (error) {
        if ((error as { code?: string }).code === 'NoSuchKey') return undefined
        throw error
      }
    })
  return {
    async put(key, bytes, contentType) {
      const name = checkStorageKey(key)
      await call(() => client.write(name, bytes as Uint8Array<ArrayBuffer>, { type: contentType }))
    },
    async get(key) {
      return read(checkStorageKey(key))
    },
    async delete(key) {
      const name = checkStorageKey(key)
      await call(() => client.delete(name))
    },
    /** Only reads: a bucket with versions would keep what a check writes. */
    check: async () => {
      await read('check/never-written')
    },
  }
}
