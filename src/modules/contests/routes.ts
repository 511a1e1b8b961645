import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { ContestParts } from './contests.ts'
import { entryRoutes } from './entry/routes.ts'
import { listingRoutes } from './listing/routes.ts'
import { rankingRoutes } from './ranking/routes.ts'

export function contestRoutes(parts: ContestParts): Endpoint[] {
  return [...listingRoutes(parts), ...entryRoutes(parts), ...rankingRoutes(parts)]
}
