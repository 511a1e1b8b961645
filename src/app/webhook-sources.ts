import { userExists } from '../modules/profiles/describe-users.ts'
import type { ChainKnowledge } from '../modules/webhooks/contracts/apply-contract-event.ts'
import { contractSource } from '../modules/webhooks/contracts/contract-source.ts'
import type { WebhookSources } from '../modules/webhooks/inbox/source.ts'
import { revenueCatSource } from '../modules/webhooks/revenuecat-source.ts'
import type { Config } from '../platform/config.ts'
import type { UserId } from '../platform/ids.ts'

/** What is known of wallets until the module that keeps them is there: nothing, so that events wait. */
const NO_WALLETS: ChainKnowledge = {
  findUserByAddress: async (): Promise<UserId | undefined> => undefined,
  isOwnSettlement: async () => false,
}

/** Everybody who may tell us something, a line each. */
export function webhookSources({ webhooks, production }: Config): WebhookSources {
  return {
    contracts: contractSource(webhooks, NO_WALLETS),
    revenueCat: revenueCatSource(webhooks.revenueCatKey, {
      isKnownUser: userExists,
      takesSandbox: !production,
    }),
    payments: [],
  }
}
