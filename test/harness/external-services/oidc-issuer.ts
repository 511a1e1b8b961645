import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { nowMs } from '../../../src/platform/clock.ts'

export const CLIENT_ID = 'lyceum-app.example'

interface IssuerKey {
  keyId: string
  privateKey: CryptoKey
  publicJwk: JWK
}

export interface TestIssuer {
  url: string
  /** The configuration that makes the service trust this issuer. */
  settingsFor(provider: 'google' | 'apple'): Record<string, string>
  /** Signs an ID token; claims can be changed, or removed by `undefined`. */
  sign(claims: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>
  /** Signs with a new key and stops publishing the old one. */
  rotateKey(): Promise<void>
  /** The published keys. */
  publicKeys(): JWK[]
  /** Returned instead of the keys, until reset to undefined. */
  keysResponse: (() => Response) | undefined
  /** How often the keys were fetched. */
  fetches: number
  stop(): Promise<void>
}

/** An OpenID issuer on loopback that publishes its keys like the real ones. */
export async function startTestIssuer(): Promise<TestIssuer> {
  let number = 0
  let key = await createKey(`key-${++number}`)
  const issuer = {
    keysResponse: undefined as TestIssuer['keysResponse'],
    fetches: 0,
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: () => {
      issuer.fetches++
      return issuer.keysResponse?.() ?? Response.json({ keys: [key.publicJwk] })
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  return Object.assign(issuer, {
    url,
    settingsFor: (provider: string) => {
      const name = provider.toUpperCase()
      return {
        [`${name}_CLIENT_IDS`]: `other-app.example,${CLIENT_ID}`,
        [`${name}_ISSUER`]: url,
        [`${name}_JWKS_URL`]: `${url}/keys`,
      }
    },
    sign: (claims: Record<string, unknown>, header: Record<string, unknown> = {}) =>
      signWith(key, url, claims, header),
    rotateKey: async () => {
      key = await createKey(`key-${++number}`)
    },
    publicKeys: () => [key.publicJwk],
    stop: () => server.stop(true),
  })
}

export async function createKey(keyId: string): Promise<IssuerKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  return {
    keyId,
    privateKey,
    publicJwk: { ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' },
  }
}

export async function signWith(
  key: IssuerKey,
  issuer: string,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): Promise<string> {
  const seconds = Math.floor(nowMs() / 1000)
  const payload: JWTPayload = {
    iss: issuer,
    aud: CLIENT_ID,
    iat: seconds,
    exp: seconds + 3600,
    email_verified: true,
    ...claims,
  }
  return new SignJWT(payload)
    .setProtectedHeader({ alg: 'RS256', kid: key.keyId, typ: 'JWT', ...header })
    .sign(key.privateKey)
}
