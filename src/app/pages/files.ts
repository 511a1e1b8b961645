import { commonErrors } from '../../platform/errors.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { isStorageKey, type Storage } from '../../platform/storage/storage.ts'

/** Public content types by folder and file extension. All other files are private and not served here. */
const PUBLIC_TYPES = new Map([
  ['avatars/webp', 'image/webp'],
  ['badges/webp', 'image/webp'],
  ['media/svg', 'image/svg+xml'],
  ['media/png', 'image/png'],
  ['media/jpg', 'image/jpeg'],
  ['media/webp', 'image/webp'],
])

/** Stored public files. A name never gets new content, so clients may cache them forever. */
export function filePages(storage: Storage): PlainRoute[] {
  return [
    {
      path: '/files/:folder/:name',
      handle: async (_request, { folder, name }) => {
        const contentType = PUBLIC_TYPES.get(`${folder}/${name!.split('.').at(-1)}`)
        const key = `${folder}/${name}`
        const bytes = contentType && isStorageKey(key) ? await storage.get(key) : undefined
        if (!bytes || !contentType) throw commonErrors.not_found()
        return plainResponse(new Blob([bytes as Uint8Array<ArrayBuffer>]), 200, {
          'content-type': contentType,
          'content-disposition': 'inline',
          'cache-control': 'public, max-age=31536000, immutable',
        })
      },
    },
  ]
}
