import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { chainRoutes } from './chain-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { pinRoutes } from './pin-routes.ts'

export function walletRoutes(platform: Platform): Endpoint[] {
  return [...pinRoutes(platform), ...chainRoutes(platform), ...linkRoutes(platform)]
}
