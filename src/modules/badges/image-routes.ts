import { commonErrors } from '../../platform/errors.ts'
import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { BUILT_IN_IMAGES } from './public/badge-image.ts'

/** Serves the built-in images. Uploaded and packed images are stored files. */
export function badgeImageRoutes(): PlainRoute[] {
  return [
    {
      path: '/badges/:name{[a-z-]+\\.svg}',
      handle: (_request, params) => {
        const image = BUILT_IN_IMAGES.get(params.name!)
        if (image === undefined) throw commonErrors.not_found()
        return plainResponse(image, 200, {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=86400',
        })
      },
    },
  ]
}
