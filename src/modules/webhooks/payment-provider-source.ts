import { onProviderWebhook } from '../payment-orders/public/on-provider-webhook.ts'
import type { ProviderRegistry } from '../payment-providers/public/provider.ts'
import type { WebhookSource } from './webhook-source.ts'

/** Returns one source per configured payment provider. Their events are only hints: the provider is polled. */
export function paymentProviderSources({ byName }: ProviderRegistry): WebhookSource[] {
  return [...byName.values()].map(({ name, webhooks }) => ({
    name: `payments/${name}`,
    verify: (request) => webhooks.verify(request),
    extractEventId: (body) => webhooks.extractEventId(body),
    rejectsChangedBody: false,
    apply: (tx, event, now) =>
      onProviderWebhook(tx, { provider: name, orderId: webhooks.extractOrderId(event.body), now }),
  }))
}
