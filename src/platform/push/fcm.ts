import { nowMs } from '../clock.ts'
import { retryAfterMs } from '../outgoing-calls.ts'
import { createGoogleAccessTokens, type ServiceAccount } from './google-access-token.ts'
import {
  type PushMessage,
  type PushOutcome,
  type PushSender,
  postToPushServer,
  truncateMessage,
} from './push.ts'

/** Firebase Cloud Messaging, HTTP v1: Android, iOS and registered browsers. `url` is the base URL of the API. */
export function createFcm({ url, account }: { url: string; account: ServiceAccount }): PushSender {
  const access = createGoogleAccessTokens(account)
  const sendUrl = `${url}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`

  return async (address, message) => {
    const accessToken = await access.token()
    if ('error' in accessToken) return { kind: 'retry', error: accessToken.error }
    const response = await postToPushServer('fcm', sendUrl, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message: fcmMessage(address, message) }),
    })
    if ('error' in response) return { kind: 'retry', error: response.error }
    if (response.status === 200) return { kind: 'sent' }
    const outcome = interpretResponse(response.status, response.text, response.headers)
    if (response.status === 401) access.discard(accessToken.token)
    return outcome
  }
}

function fcmMessage(token: string, message: PushMessage): object {
  const { title, body, data, link, name, lifetimeSeconds } = truncateMessage(message)
  return {
    token,
    notification: { title, body },
    data,
    android: {
      priority: 'HIGH',
      ttl: `${lifetimeSeconds}s`,
      collapse_key: name,
      notification: { tag: name },
    },
    apns: {
      headers: {
        'apns-collapse-id': name,
        'apns-expiration': String(Math.floor(nowMs() / 1_000) + lifetimeSeconds),
      },
      payload: { aps: { sound: 'default' } },
    },
    webpush: {
      headers: { TTL: String(lifetimeSeconds) },
      notification: { tag: name },
      // Browsers only open web links.
      ...(link.startsWith('https://') ? { fcm_options: { link } } : {}),
    },
  }
}

interface ErrorBody {
  error?: { message?: string; status?: string; details?: { '@type'?: string; errorCode?: string }[] }
}

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError'
const BAD_REQUEST = 'type.googleapis.com/google.rpc.BadRequest'

function interpretResponse(status: number, text: string, headers: Headers): PushOutcome {
  const { message = text.slice(0, 200), status: name, details = [] } = readError(text).error ?? {}
  const code = details.find((detail) => detail['@type'] === FCM_ERROR)?.errorCode ?? name ?? ''
  const error = `${status} ${code}: ${message}`.slice(0, 400)
  if (code === 'UNREGISTERED') return { kind: 'gone', error }
  // Every token also gets this error when the wrong account is configured, so no token is deleted for it.
  if (code === 'SENDER_ID_MISMATCH') return { kind: 'refused', error }
  if (status === 400) {
    // An invalid token and an invalid message have the same code. Only the first makes the token invalid.
    const blamesFields = details.some((detail) => detail['@type'] === BAD_REQUEST)
    return { kind: !blamesFields && /registration token/i.test(message) ? 'gone' : 'refused', error }
  }
  return { kind: 'retry', error, retryAfterMs: retryAfterMs(headers, nowMs()) }
}

function readError(text: string): ErrorBody {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as ErrorBody) : {}
  } catch {
    return {}
  }
}
