import type { Db } from '../../platform/db/database.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { findDocument } from '../../platform/ipfs/documents.ts'

/** A picture is our own, and contains no script; opened as a page it would not run any. */
const PICTURE = {
  'content-type': 'image/svg+xml; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}

/** Serves documents of tokens like an IPFS gateway. A document never changes but can be deleted, so it is cached for an hour. */
export function ipfsPages(db: Db): PlainRoute[] {
  return [
    {
      path: '/ipfs/:cid{b[a-z2-7]{20,100}}',
      handle: async (_request, { cid }) => {
        const content = await findDocument(db, cid!)
        if (content === undefined) throw commonErrors.not_found()
        return plainResponse(content, 200, {
          ...(content.startsWith('<svg') ? PICTURE : { 'content-type': 'application/json; charset=utf-8' }),
          'cache-control': 'public, max-age=3600',
          'access-control-allow-origin': '*',
          etag: `"${cid}"`,
        })
      },
    },
  ]
}
