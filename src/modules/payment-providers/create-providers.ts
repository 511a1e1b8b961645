import type { Config } from '../../platform/config/config.ts'
import { DEVELOPMENT_SECRETS } from '../../platform/config/variables.ts'
import { createAfricasTalking } from './africas-talking.ts'
import { createFonbnk } from './fonbnk.ts'
import type { PaymentProvider, ProviderRegistry } from './public/provider.ts'
import { createSandboxProvider } from './sandbox/sandbox-provider.ts'
import { createYellowCard } from './yellow-card.ts'

/** The sandbox moves no real money and never runs in production, so its key is not secret. */
export const SANDBOX_KEY = DEVELOPMENT_SECRETS.SANDBOX_KEY!

/** Creates every provider that has credentials. New orders go to the default; the others are polled for their orders. */
export function createProviders({ payments, host }: Config): ProviderRegistry {
  const { timeoutMs, fonbnk, yellowCard, africasTalking, sandboxPort } = payments
  const sandboxUrl = () => `http://${reachableHost(host)}:${sandboxPort}`
  const providers: PaymentProvider[] = [
    ...(payments.provider === 'sandbox'
      ? [createSandboxProvider({ url: sandboxUrl, key: SANDBOX_KEY, timeoutMs })]
      : []),
    ...(fonbnk.clientId ? [createFonbnk({ ...fonbnk, timeoutMs })] : []),
    ...(yellowCard.apiKey ? [createYellowCard({ ...yellowCard, timeoutMs })] : []),
  ]
  return {
    defaultProvider: providers.find(({ name }) => name === payments.provider),
    byName: new Map(providers.map((provider) => [provider.name, provider])),
    payoutOverrides: africasTalking
      ? { AIRTIME: createAfricasTalking({ ...africasTalking, timeoutMs }) }
      : {},
  }
}

/** How this machine reaches a server that listens on `host`. */
export function reachableHost(host: string): string {
  if (['0.0.0.0', '::', 'localhost'].includes(host)) return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
