import { paymentWebhookSources } from '../../app/wiring/payment-deps.ts'
import type { Config } from '../../platform/config/config.ts'
import { contractSource } from './contracts/contract-source.ts'
import type { WebhookSources } from './public/webhook-source.ts'
import { revenueCatSource } from './revenuecat-source.ts'

/** Everybody who may tell us something, a line each. */
export function webhookSources(config: Config): WebhookSources {
  const { webhooks, production } = config
  return {
    contracts: contractSource(webhooks),
    revenueCat: revenueCatSource(webhooks.revenueCatKey, { acceptsSandbox: !production }),
    payments: paymentWebhookSources(config),
  }
}
