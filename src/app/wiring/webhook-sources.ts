import { createProviders } from '../../modules/payment-providers/create-providers.ts'
import { contractSource } from '../../modules/webhooks/contracts/contract-source.ts'
import { paymentProviderSources } from '../../modules/webhooks/payment-provider-source.ts'
import { revenueCatSource } from '../../modules/webhooks/revenuecat-source.ts'
import type { WebhookSources } from '../../modules/webhooks/webhook-source.ts'
import type { Config } from '../../platform/config/config.ts'

export function webhookSources(config: Config): WebhookSources {
  const { webhooks, production } = config
  return {
    contracts: contractSource(webhooks),
    revenueCat: revenueCatSource(webhooks.revenueCatKey, {
      acceptsSandbox: !production,
    }),
    payments: paymentProviderSources(createProviders(config)),
  }
}
