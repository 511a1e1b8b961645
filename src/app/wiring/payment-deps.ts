import type { PaymentDeps, ProviderRegistry } from '../../modules/payment-orders/deps.ts'
import { onProviderWebhook } from '../../modules/payment-orders/public/on-provider-webhook.ts'
import { RateCache } from '../../modules/payment-orders/quotes/rate-cache.ts'
import { createAfricasTalking } from '../../modules/payment-providers/africas-talking.ts'
import { createFonbnk } from '../../modules/payment-providers/fonbnk.ts'
import type { PaymentProvider } from '../../modules/payment-providers/public/provider.ts'
import { createSandboxProvider } from '../../modules/payment-providers/sandbox/sandbox-provider.ts'
import { type Sandbox, startSandbox } from '../../modules/payment-providers/sandbox/sandbox-server.ts'
import { createYellowCard } from '../../modules/payment-providers/yellow-card.ts'
import type { WebhookSource } from '../../modules/webhooks/public/webhook-source.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Platform } from '../../platform/platform.ts'

/** Everybody knows it, and it opens nothing but a sandbox: production has none. */
export const SANDBOX_KEY = 'dev-sandbox-key'

/** Whoever the configuration has credentials of. All of them are asked about their orders; one gets the new ones. */
function paymentProviders({ payments }: Config): ProviderRegistry {
  const { timeoutMs, fonbnk, yellowCard, africasTalking } = payments
  const all: PaymentProvider[] = [
    ...(payments.provider === 'sandbox'
      ? [
          createSandboxProvider({
            url: () => `http://127.0.0.1:${payments.sandboxPort}`,
            key: SANDBOX_KEY,
            timeoutMs,
          }),
        ]
      : []),
    ...(fonbnk.clientId ? [createFonbnk({ ...fonbnk, timeoutMs })] : []),
    ...(yellowCard.apiKey ? [createYellowCard({ ...yellowCard, timeoutMs })] : []),
  ]
  return {
    defaultProvider: all.find(({ name }) => name === payments.provider),
    byName: new Map(all.map((provider) => [provider.name, provider])),
    payoutOverrides: africasTalking
      ? { AIRTIME: createAfricasTalking({ ...africasTalking, timeoutMs }) }
      : {},
  }
}

export function createPaymentDeps(platform: Platform): PaymentDeps {
  const { config } = platform
  return {
    platform,
    providers: paymentProviders(config),
    rates: new RateCache(),
    treasury: config.payments.treasury,
  }
}

/** What they tell by webhook comes in by the same door as everything else, and is a hint. */
export function paymentWebhookSources(config: Config): WebhookSource[] {
  return [...paymentProviders(config).byName.values()].map(({ name, webhooks }) => ({
    name: `payments/${name}`,
    verify: (request) => webhooks.verify(request),
    extractEventId: (body) => webhooks.extractEventId(body),
    rejectsChangedBody: false,
    apply: (tx, event, now) =>
      onProviderWebhook(tx, { provider: name, orderId: webhooks.extractOrderId(event.body), now }),
  }))
}

/** Begins to listen before anything points to its port; it answers once it is given a database. */
export function startPaymentSandbox(config: Config): { config: Config; sandbox: Sandbox | undefined } {
  const { payments } = config
  if (payments.provider !== 'sandbox') return { config, sandbox: undefined }
  const sandbox = startSandbox({ hostname: '127.0.0.1', port: payments.sandboxPort, key: SANDBOX_KEY })
  return { config: { ...config, payments: { ...payments, sandboxPort: sandbox.port } }, sandbox }
}
