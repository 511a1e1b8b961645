import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ProviderRegistry } from '../payment-providers/public/provider.ts'
import { attentionRoutes } from './attention/routes.ts'
import { ledgerRoutes } from './ledger-audits/routes.ts'
import { ledgerTransferRoutes } from './ledger-audits/transfer-routes.ts'
import { noteRoutes } from './notes/routes.ts'
import { certificateAdminRoutes } from './operations/certificate-routes.ts'
import { chainRoutes } from './operations/chain-routes.ts'
import { emailRoutes } from './operations/email-routes.ts'
import { jobRoutes } from './operations/job-routes.ts'
import { orderAdminRoutes } from './operations/order-routes.ts'
import { siteSettingsAdminRoutes } from './operations/site-settings-routes.ts'
import { submissionRoutes } from './operations/submission-routes.ts'
import { webhookEventRoutes } from './operations/webhook-event-routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { runtimeSettingsRoutes } from './runtime-settings/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { statsRoutes } from './stats/routes.ts'
import { userLedgerRoutes } from './users/ledger-routes.ts'
import { premiumRoutes } from './users/premium-routes.ts'
import { sessionAdminRoutes } from './users/session-routes.ts'
import { userActionRoutes } from './users/user-action-routes.ts'
import { userReadRoutes } from './users/user-read-routes.ts'
import { type SignToken, viewAsRoutes } from './users/view-as-routes.ts'

export function adminRoutes(
  platform: Platform,
  providers: ProviderRegistry,
  signToken: SignToken,
): Endpoint[] {
  return [
    ...statsRoutes(platform),
    ...userReadRoutes(platform),
    ...userActionRoutes(),
    ...premiumRoutes(),
    ...attentionRoutes(platform),
    ...searchRoutes(platform),
    ...overviewRoutes(platform),
    ...userLedgerRoutes(platform),
    ...sessionAdminRoutes(platform),
    ...viewAsRoutes(signToken),
    ...noteRoutes(platform),
    ...submissionRoutes(platform),
    ...orderAdminRoutes(platform, providers),
    ...certificateAdminRoutes(platform),
    ...chainRoutes(platform),
    ...emailRoutes(platform),
    ...webhookEventRoutes(platform),
    ...jobRoutes(platform),
    ...ledgerRoutes(platform),
    ...ledgerTransferRoutes(platform),
    ...siteSettingsAdminRoutes(platform),
    ...runtimeSettingsRoutes(platform),
  ]
}
