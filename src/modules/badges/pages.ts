import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { refusals } from '../../platform/errors.ts'
import { plainAnswer } from '../../platform/http/answer.ts'
import type { PlainRoute } from '../../platform/http/server.ts'
import { BADGE_TYPES, imageName } from './badge.ts'

const FOLDER = join(import.meta.dir, 'images')

/** The pictures of the badges. */
export function badgePages(): PlainRoute[] {
  const pictures = new Map(
    BADGE_TYPES.map(imageName).map((name) => [name, readFileSync(join(FOLDER, name), 'utf8')]),
  )
  return [
    {
      path: '/badges/:name{[a-z-]+\\.svg}',
      handle: (_request, params) => {
        const picture = pictures.get(params.name!)
        if (picture === undefined) throw refusals.not_found()
        return plainAnswer(picture, 200, {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=86400',
        })
      },
    },
  ]
}
