import type { Endpoint } from '../../platform/http/endpoint.ts'
import { accountRoutes } from './accounts/routes.ts'
import { emailRoutes } from './email/routes.ts'
import type { IdentityParts } from './identity.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { socialRoutes } from './social/routes.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'

export function identityRoutes(parts: IdentityParts, profileExample: unknown): Endpoint[] {
  return [
    ...accountRoutes(parts, profileExample),
    ...emailRoutes(parts, profileExample),
    ...socialRoutes(parts, profileExample),
    ...sessionRoutes(parts, profileExample),
    ...twoFactorRoutes(parts),
  ]
}
