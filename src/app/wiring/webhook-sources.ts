import { createProviders } from '../../modules/payment-providers/create-providers.ts'
import { contractSource } from '../../modules/webhooks/contracts/contract-source.ts'
import { paymentProviderSources } from '../../modules/webhooks/payment-provider-source.ts'
import { revenueCatSource } from '../../modules/webhooks/revenuecat-source.ts'
import type { WebhookSources } from '../../modules/webhooks/webhook-source.ts'
import type { Platform } from '../../platform/platform.ts'

export function webhookSources({ config, chain }: Pick<Platform, 'config' | 'chain'>): WebhookSources {
  const { webhooks, production } = config
  return {
    contracts: contractSource(webhooks, {
      listAddresses: () => (chain.isEnabled ? Object.values(chain.contracts) : []),
      receipts: webhooks.confirmsContractEvents ? chain : undefined,
    }),
    revenueCat: revenueCatSource(webhooks.revenueCatKey, {
      acceptsSandbox: !production,
    }),
    payments: paymentProviderSources(createProviders(config)),
  }
}
