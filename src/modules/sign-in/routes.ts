import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { SignInDeps } from './deps.ts'
import { emailCodeRoutes } from './email-code-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { socialRoutes } from './social-routes.ts'
import { twoFactorRoutes } from './two-factor-routes.ts'

export function signInRoutes(deps: SignInDeps, profileExample: unknown): Endpoint[] {
  return [
    ...passwordRoutes(deps, profileExample),
    ...emailCodeRoutes(deps, profileExample),
    ...socialRoutes(deps, profileExample),
    ...twoFactorRoutes(deps.platform),
  ]
}
