import type { PaymentParts, Providers } from '../modules/payments/parts.ts'
import { createAirtime } from '../modules/payments/providers/africas-talking.ts'
import { createFonbnk } from '../modules/payments/providers/fonbnk.ts'
import type { PaymentProvider } from '../modules/payments/providers/provider.ts'
import { createYellowCard } from '../modules/payments/providers/yellow-card.ts'
import { RateBook } from '../modules/payments/quotes/rate-book.ts'
import { hearProvider } from '../modules/payments/reconcile/hear-provider.ts'
import { createSandboxProvider } from '../modules/payments/sandbox/sandbox-provider.ts'
import { type Sandbox, startSandbox } from '../modules/payments/sandbox/sandbox-server.ts'
import type { InboxSource } from '../modules/webhooks/inbox/source.ts'
import type { Config } from '../platform/config.ts'
import type { Db } from '../platform/db/database.ts'
import { findFreePort, tryPort } from '../platform/embedded/ports.ts'
import type { Platform } from '../platform/platform.ts'

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

/** Its port must be known before anything points to it; a taken one is no reason not to start. */
export async function settleSandboxPort(config: Config): Promise<Config> {
  const { provider, sandboxPort } = config.payments
  if (provider !== 'sandbox') return config
  const isFree = sandboxPort !== 0 && !(await tryPort(sandboxPort, '127.0.0.1'))
  const port = isFree ? sandboxPort : await findFreePort('127.0.0.1')
  return { ...config, payments: { ...config.payments, sandboxPort: port } }
}

export function openSandbox(config: Config, db: Db): Sandbox | undefined {
  if (config.payments.provider !== 'sandbox') return undefined
  return startSandbox({ db, hostname: '127.0.0.1', port: config.payments.sandboxPort, key: SANDBOX_KEY })
}
