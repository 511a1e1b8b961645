import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { deviceRoutes } from './devices/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { preferenceRoutes } from './preference-routes.ts'

export function notificationRoutes(platform: Platform): Endpoint[] {
  // Those with a word in the path come before those with an id in its place.
  return [...preferenceRoutes(platform), ...deviceRoutes(platform), ...inboxRoutes(platform)]
}
