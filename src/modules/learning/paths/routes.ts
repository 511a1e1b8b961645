import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { IdParam } from '../../../platform/http/schemas.ts'
import { getPath } from '../catalogue/catalogue.ts'
import { errors } from '../errors.ts'
import type { LearningRoom } from '../learning.ts'
import { PATH_EXAMPLE, PathSchema, presentPath } from './path-view.ts'

const TAG = 'Learning paths'

export function pathRoutes({ platform, catalogue, hasPremium }: LearningRoom): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/learning-path',
      tag: TAG,
      summary: 'List the learning paths',
      access: 'user',
      answer: { status: 200, data: z.array(PathSchema), example: [PATH_EXAMPLE] },
      handle: async ({ caller }) => {
        const paths = [...(await catalogue.current()).paths.values()]
        const isPremium = paths.some((path) => path.isPremium)
          ? await hasPremium(platform.quick, caller.userId)
          : false
        return paths.map((path) => presentPath(path, isPremium))
      },
    }),

    endpoint({
      method: 'get',
      path: '/learning-path/:id',
      tag: TAG,
      summary: 'Read a learning path with its courses',
      access: 'user',
      params: z.object({ id: IdParam }),
      answer: { status: 200, data: PathSchema, example: PATH_EXAMPLE },
      refusals: [errors.path_not_found],
      handle: async ({ caller, params }) => {
        const path = getPath(await catalogue.current(), params.id)
        return presentPath(path, path.isPremium && (await hasPremium(platform.quick, caller.userId)))
      },
    }),
  ]
}
