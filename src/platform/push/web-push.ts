import { nowMs } from '../clock.ts'
import {
  askPushServer,
  type PushMessage,
  type PushOutcome,
  type PushSender,
  retryAfterMs,
  shortened,
} from './push.ts'
import { isKnownPushHost, readSubscription } from './subscription.ts'

export interface WebPushOptions {
  publicKey: string
  privateKey: string
  /** Whom a push service writes to when something is wrong: a mailto: or https: URL. */
  subject: string
  origins: readonly string[]
}

/** Web Push (RFC 8030) with VAPID (RFC 8292), encrypted for the browser alone (RFC 8291). */
export function createWebPush({ publicKey, privateKey, subject, origins }: WebPushOptions): PushSender {
  return async (address, message) => {
    const subscription = readSubscription(address)
    if ('fault' in subscription) return { kind: 'gone', fault: `the subscription ${subscription.fault}` }
    if (!isKnownPushHost(subscription.endpoint, origins))
      return { kind: 'refused', fault: 'its push service is not one of WEB_PUSH_ORIGINS' }
    // Here and not above: it costs every start 200 ms and 13 MB, and not everybody pushes to browsers.
    const { default: webPush } = await import('web-push')
    const { headers, body } = webPush.generateRequestDetails(subscription, payloadOf(message), {
      vapidDetails: { subject, publicKey, privateKey },
      TTL: message.lifetimeSeconds,
      urgency: 'normal',
      // At most 32 characters of base64url, which a UUID without its dashes is.
      topic: message.name.replaceAll('-', '').slice(0, 32),
    })
    // The length is the client's to say.
    const { 'Content-Length': _, ...sent } = headers as Record<string, string>
    const answer = await askPushServer('web_push', subscription.endpoint, {
      method: 'POST',
      headers: sent,
      body: new Uint8Array(body),
    })
    if ('fault' in answer) return { kind: 'later', fault: answer.fault }
    return judge(answer.status, answer.text, answer.headers)
  }
}

function payloadOf(whole: PushMessage): string {
  const { title, body, data, link, name } = shortened(whole)
  return JSON.stringify({ title, body, tag: name, data: { ...data, link } })
}

function judge(status: number, text: string, headers: Headers): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  const fault = `${status} ${text.slice(0, 300)}`
  if (status === 404 || status === 410) return { kind: 'gone', fault }
  if (status === 400 || status === 413) return { kind: 'refused', fault }
  return { kind: 'later', fault, retryAfterMs: retryAfterMs(headers, nowMs()) }
}
