import type { Endpoint } from '../../platform/http/endpoint.ts'
import { orderRoutes } from './orders/routes.ts'
import type { PaymentParts } from './parts.ts'
import { quoteRoutes } from './quotes/routes.ts'

export function paymentRoutes(parts: PaymentParts): Endpoint[] {
  return [...quoteRoutes(parts), ...orderRoutes(parts)]
}
