import type { PaymentParts, Providers } from '../../modules/payments/parts.ts'
import { createAirtime } from '../../modules/payments/providers/africas-talking.ts'
import { createFonbnk } from '../../modules/payments/providers/fonbnk.ts'
import type { PaymentProvider } from '../../modules/payments/providers/provider.ts'
import { createYellowCard } from '../../modules/payments/providers/yellow-card.ts'
import { RateBook } from '../../modules/payments/quotes/rate-book.ts'
import { hearProvider } from '../../modules/payments/reconcile/hear-provider.ts'
import { createSandboxProvider } from '../../modules/payments/sandbox/sandbox-provider.ts'
import { type Sandbox, startSandbox } from '../../modules/payments/sandbox/sandbox-server.ts'
import type { InboxSource } from '../../modules/webhooks/inbox/source.ts'
import type { Config } from '../../platform/config.ts'
import type { Platform } from '../../platform/platform.ts'

/** Everybody knows it, and it opens nothing but a sandbox: production has none. */
export const SANDBOX_KEY = 'dev-sandbox-key'

/** Whoever the configuration has credentials of. All of them are asked about their orders; one gets the new ones. */
function paymentProviders({ payments }: Config): Providers {
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
    current: all.find(({ name }) => name === payments.provider),
    byName: new Map(all.map((provider) => [provider.name, provider])),
    payoutBy: africasTalking ? { AIRTIME: createAirtime({ ...africasTalking, timeoutMs }) } : {},
  }
}

export function paymentParts(platform: Platform): PaymentParts {
  const { config } = platform
  return {
    platform,
    providers: paymentProviders(config),
    rates: new RateBook(),
    treasury: config.payments.treasury,
  }
}

/** What they tell by webhook comes in by the same door as everything else, and is a hint. */
export function paymentSources(config: Config): InboxSource[] {
  return [...paymentProviders(config).byName.values()].map(({ name, webhooks }) => ({
    name: `payments/${name}`,
    verify: (delivery) => webhooks.verify(delivery),
    identify: (body) => webhooks.identify(body),
    refusesOtherBody: false,
    apply: (tx, event, now) =>
      hearProvider(tx, { provider: name, orderId: webhooks.orderIdIn(event.body), now }),
  }))
}

/** Begins to listen before anything points to its port; it answers once it is given a database. */
export function listenAsSandbox(config: Config): { config: Config; sandbox: Sandbox | undefined } {
  const { payments } = config
  if (payments.provider !== 'sandbox') return { config, sandbox: undefined }
  const sandbox = startSandbox({ hostname: '127.0.0.1', port: payments.sandboxPort, key: SANDBOX_KEY })
  return { config: { ...config, payments: { ...payments, sandboxPort: sandbox.port } }, sandbox }
}
