import { S3Client } from 'bun'
import { checkStorageKey, type Storage } from './storage.ts'

export interface S3Options {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Files in a bucket of anything that speaks S3. */
export function createS3Storage(options: S3Options): Storage {
  const client = new S3Client(options)
  return {
    async put(key, bytes, contentType) {
      await client.write(checkStorageKey(key), bytes as Uint8Array<ArrayBuffer>, { type: contentType })
    },
    async get(key) {
      try {
        return await client.file(checkStorageKey(key)).bytes()
      } catch (fault) {
        if ((fault as { code?: string }).code === 'NoSuchKey') return undefined
        throw fault
      }
    },
    async delete(key) {
      await client.delete(checkStorageKey(key))
    },
  }
}
