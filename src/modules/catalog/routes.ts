import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { IdParam } from '../../platform/http/schemas.ts'
import type { Platform } from '../../platform/platform.ts'
import { z } from '../../platform/zod.ts'
import { hasPremium } from '../subscriptions/public/has-premium.ts'
import { errors } from './errors.ts'
import { PATH_EXAMPLE, PathSchema, presentPath } from './path-view.ts'
import { getPath } from './public/catalog.ts'
import { catalogCache } from './public/catalog-cache.ts'
import { publishedRoutes } from './published-routes.ts'

const TAG = 'Learning paths'

export function pathRoutes(platform: Platform): Endpoint[] {
  const catalog = catalogCache(platform)
  const { publicUrl } = platform.config
  return [
    ...publishedRoutes(platform),

    endpoint({
      method: 'get',
      path: '/learning-path',
      tag: TAG,
      summary: 'List the learning paths',
      access: 'user',
      response: { data: z.array(PathSchema), example: [PATH_EXAMPLE] },
      handle: async ({ caller, now }) => {
        const paths = [...(await catalog.current()).paths.values()]
        const isSubscriber =
          paths.some((path) => path.isPremium) && (await hasPremium(platform.pipelinedDb, caller.userId, now))
        return paths.map((path) => presentPath(path, isSubscriber, publicUrl))
      },
    }),

    endpoint({
      method: 'get',
      path: '/learning-path/:id',
      tag: TAG,
      summary: 'Read a learning path with its courses',
      access: 'user',
      params: z.object({ id: IdParam }),
      response: { data: PathSchema, example: PATH_EXAMPLE },
      refusals: [errors.path_not_found],
      handle: async ({ caller, params, now }) => {
        const path = getPath(await catalog.current(), params.id)
        const isSubscriber = path.isPremium && (await hasPremium(platform.pipelinedDb, caller.userId, now))
        return presentPath(path, isSubscriber, publicUrl)
      },
    }),
  ]
}
