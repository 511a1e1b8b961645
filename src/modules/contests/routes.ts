import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { ContestDeps } from './contest-deps.ts'
import { listingRoutes } from './contest-routes.ts'
import { leaderboardRoutes } from './leaderboard-routes.ts'
import { participantRoutes } from './participant-routes.ts'

export function contestRoutes(deps: ContestDeps): Endpoint[] {
  return [...listingRoutes(deps), ...participantRoutes(deps), ...leaderboardRoutes(deps)]
}
