import { refusals } from '../../platform/errors.ts'
import { plainAnswer } from '../../platform/http/answer.ts'
import type { PlainRoute } from '../../platform/http/server.ts'
import { DRAWN } from './picture.ts'

/** The pictures that are drawn in the code; others are among the stored files. */
export function badgePages(): PlainRoute[] {
  return [
    {
      path: '/badges/:name{[a-z-]+\\.svg}',
      handle: (_request, params) => {
        const picture = DRAWN.get(params.name!)
        if (picture === undefined) throw refusals.not_found()
        return plainAnswer(picture, 200, {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=86400',
        })
      },
    },
  ]
}
