import { S3Client } from 'bun'
import { observeCall } from '../outgoing-calls.ts'
import { checkStorageKey, type Storage } from './storage.ts'

export interface S3Options {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Files in an S3-compatible bucket. */
export function createS3Storage(options: S3Options): Storage {
  const client = new S3Client(options)
  return {
    async put(key, bytes, contentType) {
      const name = checkStorageKey(key)
      await observeCall('storage', () =>
        client.write(name, bytes as Uint8Array<ArrayBuffer>, { type: contentType }),
      )
    },
    async get(key) {
      const name = checkStorageKey(key)
      return observeCall('storage', async () => {
        try {
          return await client.file(name).bytes()
        } catch (error) {
          if ((error as { code?: string }).code === 'NoSuchKey') return undefined
          throw error
        }
      })
    },
    async delete(key) {
      const name = checkStorageKey(key)
      await observeCall('storage', () => client.delete(name))
    },
  }
}
