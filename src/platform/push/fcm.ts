import { nowMs } from '../clock.ts'
import { createGoogleAccessTokens, type ServiceAccount } from './google-access-token.ts'
import {
  type PushMessage,
  type PushOutcome,
  type PushSender,
  postToPushServer,
  retryAfterMs,
  truncateMessage,
} from './push.ts'

export interface FcmOptions {
  /** Where the API is; Google's own, or a test's. */
  url: string
  account: ServiceAccount
}

/** Firebase Cloud Messaging, HTTP v1: phones of both kinds, and browsers that registered with it. */
export function createFcm({ url, account }: FcmOptions): PushSender {
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
      // Browsers are only led to pages of the web.
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
  // Also what every token gets when the wrong account is configured: that must not cost a single one of them.
  if (code === 'SENDER_ID_MISMATCH') return { kind: 'refused', error }
  if (status === 400) {
    // The same code is given for a token that is none and for a message that is none. Only the first is the token's fault.
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
