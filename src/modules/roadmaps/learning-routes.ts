import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { LearningDeps } from '../catalog/learning-deps.ts'
import { catalogCache } from '../catalog/public/catalog-cache.ts'
import { pathRoutes } from '../catalog/routes.ts'
import { courseRoutes } from '../progress/course-routes.ts'
import { progressRoutes } from '../progress/routes.ts'
import { roadmapRoutes } from './routes.ts'

export function learningRoutes(deps: LearningDeps): Endpoint[] {
  const routeDeps = { ...deps, catalog: catalogCache(deps.platform) }
  return [
    ...courseRoutes(routeDeps),
    ...progressRoutes(routeDeps),
    // Before the path of one learning path, whose id a router could take "roadmap" for.
    ...roadmapRoutes(routeDeps),
    ...pathRoutes(routeDeps),
  ]
}
