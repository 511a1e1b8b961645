import { z } from '@hono/zod-openapi'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import { errors } from '../authoring/errors.ts'
import type { LearningRouteDeps } from './learning-deps.ts'
import { PATH_EXAMPLE, PathSchema, presentPath } from './path-view.ts'
import { getPath } from './public/catalog.ts'

const TAG = 'Learning paths'

export function pathRoutes({ platform, catalog, hasPremium }: LearningRouteDeps): Endpoint[] {
  return [
    endpoint({
      method: 'get',
      path: '/learning-path',
      tag: TAG,
      summary: 'List the learning paths',
      access: 'user',
      response: { status: 200, data: z.array(PathSchema), example: [PATH_EXAMPLE] },
      handle: async ({ caller }) => {
        const paths = [...(await catalog.current()).paths.values()]
        const isPremium = paths.some((path) => path.isPremium)
          ? await hasPremium(platform.pipelinedDb, caller.userId)
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
      response: { status: 200, data: PathSchema, example: PATH_EXAMPLE },
      refusals: [errors.path_not_found],
      handle: async ({ caller, params }) => {
        const path = getPath(await catalog.current(), params.id)
        return presentPath(path, path.isPremium && (await hasPremium(platform.pipelinedDb, caller.userId)))
      },
    }),
  ]
}
