import type { PaymentDeps } from '../../modules/payment-orders/deps.ts'
import { RateCache } from '../../modules/payment-orders/quotes/rate-cache.ts'
import { createProviders, SANDBOX_KEY } from '../../modules/payment-providers/create-providers.ts'
import { type Sandbox, startSandbox } from '../../modules/payment-providers/sandbox/sandbox-server.ts'
import { now } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Platform } from '../../platform/platform.ts'

export function createPaymentDeps(platform: Platform): PaymentDeps {
  const { config } = platform
  return {
    platform,
    providers: createProviders(config),
    rates: new RateCache(),
    treasury: config.payments.treasury,
    clock: now,
  }
}

/**
 * Starts the sandbox before anything uses its port; it answers once it has a database. It listens where the service
 * does, and its payment pages have the host name of `PUBLIC_URL`, so that a phone that reaches the service can pay.
 */
export function startPaymentSandbox(config: Config): { config: Config; sandbox: Sandbox | undefined } {
  const { payments, host, publicUrl } = config
  if (payments.provider !== 'sandbox') return { config, sandbox: undefined }
  const { hostname } = new URL(publicUrl)
  const sandbox = startSandbox({
    hostname: host,
    // The name may also mean ::1, where an IPv4 server does not listen.
    pageHost: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port: payments.sandboxPort,
    key: SANDBOX_KEY,
  })
  return { config: { ...config, payments: { ...payments, sandboxPort: sandbox.port } }, sandbox }
}
