import { userExists } from '../../modules/profiles/describe-users.ts'
import { contractSource } from '../../modules/webhooks/contracts/contract-source.ts'
import type { WebhookSources } from '../../modules/webhooks/inbox/source.ts'
import { revenueCatSource } from '../../modules/webhooks/revenuecat-source.ts'
import type { Config } from '../../platform/config.ts'
import { paymentSources } from './payments.ts'

/** Everybody who may tell us something, a line each. */
export function webhookSources(config: Config): WebhookSources {
  const { webhooks, production } = config
  return {
    contracts: contractSource(webhooks),
    revenueCat: revenueCatSource(webhooks.revenueCatKey, {
      isKnownUser: userExists,
      takesSandbox: !production,
    }),
    payments: paymentSources(config),
  }
}
