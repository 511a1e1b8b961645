import type { Db } from '../../platform/db/database.ts'
import { commonErrors } from '../../platform/errors.ts'
import { plainResponse } from '../../platform/http/response.ts'
import type { PlainRoute } from '../../platform/http/server.ts'
import { findDocument } from '../../platform/ipfs/documents.ts'

/**
 * What tokens name by `ipfs://<cid>`, as a gateway serves it. It never changes, but it can be taken back, so nobody
 * is told to keep it for ever.
 */
export function ipfsPages(db: Db): PlainRoute[] {
  return [
    {
      path: '/ipfs/:cid{b[a-z2-7]{20,100}}',
      handle: async (_request, { cid }) => {
        const content = await findDocument(db, cid!)
        if (content === undefined) throw commonErrors.not_found()
        return plainResponse(content, 200, {
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'public, max-age=3600',
          'access-control-allow-origin': '*',
          etag: `"${cid}"`,
        })
      },
    },
  ]
}
