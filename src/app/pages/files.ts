import { commonErrors } from '../../platform/errors.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { isStorageKey, type Storage } from '../../platform/storage/storage.ts'
import { requestedRange } from './requested-range.ts'

/** Public content types by folder and file extension. All other files are private and not served here. */
const PUBLIC_TYPES = new Map([
  ['avatars/webp', 'image/webp'],
  ['badges/webp', 'image/webp'],
  ['site/webp', 'image/webp'],
  ['site/png', 'image/png'],
  ['media/svg', 'image/svg+xml'],
  ['media/png', 'image/png'],
  ['media/jpg', 'image/jpeg'],
  ['media/webp', 'image/webp'],
  ['library/webp', 'image/webp'],
  ['library/avif', 'image/avif'],
  ['library/mp3', 'audio/mpeg'],
  ['library/m4a', 'audio/mp4'],
  ['library/ogg', 'audio/ogg'],
  ['library/wav', 'audio/wav'],
  ['library/vtt', 'text/vtt; charset=utf-8'],
])

/** Stored public files. A name never gets new content, so clients may cache them forever, and parts of them fit together. */
export function filePages(storage: Storage): PlainRoute[] {
  return [
    {
      path: '/files/:folder/:name',
      handle: async (request, { folder, name }) => {
        const contentType = PUBLIC_TYPES.get(`${folder}/${name!.split('.').at(-1)}`)
        const key = `${folder}/${name}`
        const bytes = contentType && isStorageKey(key) ? await storage.get(key) : undefined
        if (!bytes || !contentType) throw commonErrors.not_found()
        const range = requestedRange(request, bytes.byteLength)
        if (range === 'unsatisfiable')
          return plainResponse(null, 416, {
            'cache-control': 'no-store',
            'content-range': `bytes */${bytes.byteLength}`,
          })
        const headers = {
          'content-type': contentType,
          'content-disposition': 'inline',
          'cache-control': 'public, max-age=31536000, immutable',
          'accept-ranges': 'bytes',
        }
        if (!range) return plainResponse(new Blob([bytes as Uint8Array<ArrayBuffer>]), 200, headers)
        const part = bytes.subarray(range.from, range.to + 1)
        return plainResponse(new Blob([part as Uint8Array<ArrayBuffer>]), 206, {
          ...headers,
          'content-range': `bytes ${range.from}-${range.to}/${bytes.byteLength}`,
        })
      },
    },
  ]
}
