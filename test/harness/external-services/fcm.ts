import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importSPKI, jwtVerify } from 'jose'
import { nowMs } from '../../../src/platform/clock.ts'

/** A message that FCM received. */
export interface ReceivedPush {
  token: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read messages of every shape.
  message: any
}

export interface TestFcm {
  url: string
  /** A service account that gets its tokens from this server. */
  accountFile: string
  /** The configuration that makes the service use this server. */
  settings: Record<string, string>
  received: ReceivedPush[]
  /** Violations of the protocol in any request. */
  violations: string[]
  /** How often an access token was requested. */
  tokensGiven: number
  /** Returned instead of accepting a message. */
  respond: ((push: ReceivedPush) => Response | Promise<Response> | undefined) | undefined
  /** Revokes all access tokens. */
  revokeTokens(): void
  stop(): Promise<void>
}

const PROJECT = 'lyceum-test'
const EMAIL = 'pusher@lyceum-test.iam.gserviceaccount.com'
const KEY_ID = 'key-7'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'

/** The two Google endpoints of a push on loopback, with the validation of the real ones. */
export async function startTestFcm(): Promise<TestFcm> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const verifyingKey = await importSPKI(publicKey, 'RS256')
  const validTokens = new Set<string>()
  const fcm = {
    received: [] as ReceivedPush[],
    violations: [] as string[],
    tokensGiven: 0,
    respond: undefined as TestFcm['respond'],
  }

  async function issueToken(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    try {
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        throw new Error('grant_type')
      const { payload, protectedHeader } = await jwtVerify(form.get('assertion') ?? '', verifyingKey, {
        algorithms: ['RS256'],
        issuer: EMAIL,
        audience: `${url}/token`,
        currentDate: new Date(nowMs()),
        requiredClaims: ['iat', 'exp', 'scope'],
      })
      if (payload.scope !== SCOPE) throw new Error(`scope ${payload.scope}`)
      if (payload.exp! - payload.iat! > 3600) throw new Error('lives longer than an hour')
      if (protectedHeader.kid !== KEY_ID || protectedHeader.typ !== 'JWT') throw new Error('header')
    } catch (error) {
      fcm.violations.push(`the assertion: ${error}`)
      return Response.json({ error: 'invalid_grant' }, { status: 400 })
    }
    const token = `ya29.${++fcm.tokensGiven}`
    validTokens.add(token)
    return Response.json({ access_token: token, expires_in: 3599, token_type: 'Bearer' })
  }

  async function receiveMessage(request: Request): Promise<Response> {
    const token = request.headers.get('authorization')?.replace(/^Bearer /, '') ?? ''
    if (!validTokens.has(token))
      return fcmError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
    const { message } = (await request.json()) as { message: ReceivedPush['message'] }
    for (const [name, value] of Object.entries(message.data ?? {}))
      if (typeof value !== 'string') fcm.violations.push(`data.${name} is no text`)
    if (Buffer.byteLength(JSON.stringify({ ...message, token: '' })) > 4_096)
      fcm.violations.push('over 4096 bytes')
    if (!/^\d+s$/.test(message.android?.ttl ?? '')) fcm.violations.push('android.ttl is no duration')
    const push = { token: message.token, message }
    fcm.received.push(push)
    return (
      (await fcm.respond?.(push)) ??
      Response.json({ name: `projects/${PROJECT}/messages/${fcm.received.length}` })
    )
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (request.method === 'POST' && pathname === '/token') return issueToken(request)
      if (request.method === 'POST' && pathname === `/v1/projects/${PROJECT}/messages:send`)
        return receiveMessage(request)
      fcm.violations.push(`${request.method} ${pathname} is not an address of FCM`)
      return new Response('Not Found', { status: 404 })
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  const accountFile = join(mkdtempSync(join(tmpdir(), 'lyceum-test-fcm-')), 'account.json')
  writeFileSync(
    accountFile,
    JSON.stringify({
      type: 'service_account',
      project_id: PROJECT,
      client_email: EMAIL,
      private_key: privateKey,
      private_key_id: KEY_ID,
      token_uri: `${url}/token`,
    }),
  )
  return Object.assign(fcm, {
    url,
    accountFile,
    settings: { FCM_SERVICE_ACCOUNT_FILE: accountFile, FCM_URL: url },
    revokeTokens: () => validTokens.clear(),
    stop: () => server.stop(true),
  })
}

/** A refusal in the format of Google's API. */
export function fcmError(
  status: number,
  name: string,
  message: string,
  details: object[] = [],
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: { code: status, message, status: name, details } }, { status, headers })
}

export function fcmDetail(errorCode: string): object {
  return { '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }
}
