import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { deviceRoutes } from './devices/routes.ts'
import { inboxRoutes } from './inbox/routes.ts'
import { preferenceRoutes } from './preference-routes.ts'

export function notificationRoutes(platform: Platform): Endpoint[] {
  // Routes with a fixed segment come before routes with an id in the same position.
  return [...preferenceRoutes(platform), ...deviceRoutes(platform), ...inboxRoutes(platform)]
}
