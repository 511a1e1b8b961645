import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { PaymentDeps } from './deps.ts'
import { orderRoutes } from './order-routes.ts'
import { quoteRoutes } from './quotes/routes.ts'

export function paymentRoutes(deps: PaymentDeps): Endpoint[] {
  return [...quoteRoutes(deps), ...orderRoutes(deps)]
}
