import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { queryOf } from '../../platform/http/request-url.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { isId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { errors } from './errors.ts'
import { findFile } from './files/queries.ts'
import { storageKeyOf } from './files/store-files.ts'
import { isValidFileLink } from './public/signed-file-link.ts'

/** Serves files of submissions to clients with a signed link: as attachments, so that browsers do not render them. */
export function submissionFileRoutes({ db, storage }: Pick<Platform, 'db' | 'storage'>): PlainRoute[] {
  return [
    {
      path: '/files/submissions/:fileId',
      handle: async (request, params, now) => {
        const fileId = params.fileId!
        if (!isId(fileId) || !isValidFileLink(fileId, queryOf(request), now)) throw errors.file_not_found()
        const file = await findFile(db, fileId)
        const bytes = file && (await storage.get(storageKeyOf(file.id)))
        if (!bytes) throw errors.file_not_found()
        return plainResponse(new Blob([bytes as Uint8Array<ArrayBuffer>]), 200, {
          'content-type': file.contentType,
          'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.name)}`,
          'cache-control': 'private, no-store',
        })
      },
    },
  ]
}

/** Encodes for RFC 8187, including the characters that `encodeURIComponent` does not encode. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
}
