import type { PlainRoute } from '../../platform/http/plain-route.ts'
import { plainResponse } from '../../platform/http/response.ts'
import { drawDefaultAvatar } from './default-avatar.ts'

/** Avatars of users who have not uploaded one. */
export function defaultAvatarPages(): PlainRoute[] {
  return [
    {
      path: '/avatars/:name{[0-9a-f-]{36}\\.svg}',
      handle: (_request, params) =>
        plainResponse(drawDefaultAvatar(params.name!.slice(0, 36)), 200, {
          'content-type': 'image/svg+xml',
          'cache-control': 'public, max-age=31536000, immutable',
        }),
    },
  ]
}
