import { importPKCS8, SignJWT } from 'jose'
import { nowMs } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { postToPushServer } from './push.ts'

/** The required fields of a service account file. */
export type ServiceAccount = NonNullable<Config['push']['fcm']['account']>

export interface GoogleAccessTokens {
  /** A valid access token, or the reason why there is none. */
  token(): Promise<{ token: string } | { error: string }>
  /** Drops a rejected token: the next call gets a new one. */
  discard(token: string): void
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_SECONDS = 3_600
/** A token is not used in its last minutes, so that it does not expire in transit. */
const MARGIN_MS = 5 * 60_000

/**
 * OAuth 2.0 with a signed assertion (RFC 7523). All calls share one token until it expires; concurrent calls
 * wait for the same request.
 */
export function createGoogleAccessTokens(account: ServiceAccount): GoogleAccessTokens {
  let cached: { token: string; goodUntil: number } | undefined
  let pending: Promise<{ token: string } | { error: string }> | undefined

  async function requestToken(): Promise<{ token: string } | { error: string }> {
    const response = await postToPushServer('google', account.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion: await assertion(account) }),
    })
    if ('error' in response) return { error: `no access token: ${response.error}` }
    const { token, seconds } = readToken(response.text)
    if (response.status !== 200 || !token)
      return { error: `no access token: ${response.status} ${response.text.slice(0, 200)}` }
    cached = { token, goodUntil: nowMs() + seconds * 1_000 - MARGIN_MS }
    return { token }
  }

  return {
    token: () => {
      if (cached && nowMs() < cached.goodUntil) return Promise.resolve({ token: cached.token })
      pending ??= requestToken()
        .catch((error) => ({ error: `no access token: ${String(error)}` }))
        .finally(() => {
          pending = undefined
        })
      return pending
    },
    discard: (token) => {
      if (cached?.token === token) cached = undefined
    },
  }
}

async function assertion({
  clientEmail,
  privateKey,
  privateKeyId,
  tokenUrl,
}: ServiceAccount): Promise<string> {
  const seconds = Math.floor(nowMs() / 1_000)
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(privateKeyId ? { kid: privateKeyId } : {}) })
    .setIssuer(clientEmail)
    .setAudience(tokenUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ASSERTION_SECONDS)
    .sign(await importPKCS8(privateKey, 'RS256'))
}

function readToken(text: string): { token: string | undefined; seconds: number } {
  try {
    const { access_token: token, expires_in: seconds } = JSON.parse(text)
    return {
      token: typeof token === 'string' ? token : undefined,
      seconds: typeof seconds === 'number' && seconds > 0 ? seconds : 3_600,
    }
  } catch {
    return { token: undefined, seconds: 0 }
  }
}
