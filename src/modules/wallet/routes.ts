import type { CheckStaff } from '../../platform/http/caller.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import { chainRoutes } from './chain-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { pinRoutes } from './pin-routes.ts'

/** `checkStaff` comes from a module that is not below this one. */
export function walletRoutes(platform: Platform, checkStaff: CheckStaff): Endpoint[] {
  return [...pinRoutes(platform), ...chainRoutes(platform, checkStaff), ...linkRoutes(platform)]
}
