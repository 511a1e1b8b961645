import { nowMs } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { retryAfterMs } from '../outgoing-calls.ts'
import {
  type PushMessage,
  type PushOutcome,
  type PushSender,
  postToPushServer,
  truncateMessage,
} from './push.ts'
import { isKnownPushHost, readSubscription } from './web-push-subscription.ts'

type WebPushOptions = NonNullable<Config['push']['webPush']['keys']> & { origins: readonly string[] }

/** Web Push (RFC 8030) with VAPID (RFC 8292) and encryption for the browser (RFC 8291). */
export function createWebPush({ publicKey, privateKey, subject, origins }: WebPushOptions): PushSender {
  return async (address, message) => {
    const subscription = readSubscription(address)
    if ('error' in subscription) return { kind: 'gone', error: `the subscription ${subscription.error}` }
    if (!isKnownPushHost(subscription.endpoint, origins))
      return { kind: 'refused', error: 'its push service is not one of WEB_PUSH_ORIGINS' }
    // Loaded on first use: it costs 200 ms and 13 MB at start, and not every deployment uses Web Push.
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails(subscription, payloadOf(message), {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: message.lifetimeSeconds,
      urgency: 'normal',
      // At most 32 characters of base64url: a UUID without dashes fits.
      topic: message.name.replaceAll('-', '').slice(0, 32),
    })
    // The client sets the length.
    const { 'Content-Length': _, ...sent } = headers as Record<string, string>
    const response = await postToPushServer('web_push', subscription.endpoint, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
    })
    if ('error' in response) return { kind: 'retry', error: response.error }
    return interpretResponse(response.status, response.text, response.headers)
  }
}

function payloadOf(message: PushMessage): string {
  const { title, body, data, link, name } = truncateMessage(message)
  return JSON.stringify({ title, body, tag: name, data: { ...data, link } })
}

function interpretResponse(status: number, text: string, headers: Headers): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const error = `${status} ${text.slice(0, 300)}`
  if (status === 404 || status === 410) return { kind: 'gone', error }
  if (status === 400 || status === 413) return { kind: 'refused', error }
  return { kind: 'retry', error, retryAfterMs: retryAfterMs(headers, nowMs()) }
}
