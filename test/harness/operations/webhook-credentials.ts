import { SANDBOX_KEY } from '../../../src/modules/payment-providers/create-providers.ts'
import { sandboxSignature } from '../../../src/modules/payment-providers/sandbox/webhook-sender.ts'
import { signatureOf } from '../../../src/modules/webhooks/contracts/verify-signature.ts'
import { readConfig } from '../../../src/platform/config/config.ts'

/** Read once, because the fuzz tests send tens of thousands of requests. */
const { webhooks } = readConfig({})

/** The credentials of webhook senders with the development secrets. Other operations need none. */
export function webhookCredentials(operation: string, body: BodyInit | undefined): Record<string, string> {
  if (operation.endsWith('/webhooks/revenuecat')) return { authorization: `Bearer ${webhooks.revenueCatKey}` }
  if (operation.endsWith('/webhooks/payments/{provider}'))
    return { 'x-sandbox-signature': sandboxSignature(SANDBOX_KEY, bytesOf(body)) }
  if (!operation.endsWith('/webhook/contract-events')) return {}
  const eventId = crypto.randomUUID()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const rawBody = bytesOf(body)
  return {
    'x-event-id': eventId,
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signatureOf(webhooks, { eventId, timestamp, rawBody }),
  }
}

function bytesOf(body: BodyInit | undefined): Buffer {
  return Buffer.from((body ?? '') as string | Uint8Array<ArrayBuffer>)
}
