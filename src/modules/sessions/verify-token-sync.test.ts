import { beforeAll, expect, test } from 'bun:test'
import { createPublicKey, type KeyObject } from 'node:crypto'
import { base64url, importJWK, SignJWT } from 'jose'
import { newId } from '../../platform/ids.ts'
import { createStoredKey, tokenHeader } from './signing-keys.ts'
import { verifyTokenSync } from './verify-token-sync.ts'

const NOW_MS = Date.parse('2026-11-02T12:00:00.000Z')
const EXPIRES = NOW_MS / 1000 + 900

let keyId: string
let privateKey: CryptoKey
let publicKey: KeyObject
beforeAll(async () => {
  const stored = await createStoredKey(new Date(0))
  keyId = stored.keyId
  privateKey = (await importJWK(stored.privateJwk, 'ES256')) as CryptoKey
  const { d: _private, ...publicPart } = stored.privateJwk
  publicKey = createPublicKey({ key: publicPart as JsonWebKey, format: 'jwk' })
})

const GOOD = { iss: 'lyceum', aud: 'lyceum', sub: newId(), sid: newId(), role: 'USER', jti: newId() }

function signed(changes: Record<string, unknown> = {}, header: object = tokenHeader(keyId)): Promise<string> {
  return new SignJWT({ ...GOOD, iat: EXPIRES - 900, exp: EXPIRES, ...changes })
    .setProtectedHeader(header as never)
    .sign(privateKey)
}

function read(token: string) {
  const keyFor = (header: string) =>
    header === base64url.encode(JSON.stringify(tokenHeader(keyId))) ? publicKey : undefined
  return verifyTokenSync(token, { findKey: keyFor, issuer: 'lyceum', audience: 'lyceum', nowMs: NOW_MS })
}

test('a token in our own format is verified synchronously', async () => {
  expect(read(await signed())).toEqual({
    caller: { userId: GOOD.sub, sessionId: GOOD.sid, role: 'USER' } as never,
    expiresAtMs: EXPIRES * 1000,
  })
})

test('a token in any other format returns undefined', async () => {
  const changes: Record<string, unknown>[] = [
    { iss: 'another' },
    { aud: 'another' },
    { aud: ['lyceum'] },
    { sub: 'ada' },
    { sid: 7 },
    { role: 'OWNER' },
    { jti: 1 },
    { iat: 'now' },
    { exp: String(EXPIRES) },
    { exp: NOW_MS / 1000 },
    { nbf: 0 },
  ]
  for (const change of changes) expect([change, read(await signed(change))]).toEqual([change, undefined])
  const { alg, typ, kid } = tokenHeader(keyId)
  for (const header of [
    { typ, alg, kid },
    { alg, typ, kid: 'another' },
    { alg, typ: 'JWT', kid },
    { ...tokenHeader(keyId), jku: 'http://127.0.0.1' },
  ])
    expect([header, read(await signed({}, header))]).toEqual([header, undefined])
  const token = await signed()
  for (const text of ['', '.', '..', '...', `${token}.`, `${token}=`, ` ${token}`, token.slice(0, -1)])
    expect([text, read(text)]).toEqual([text, undefined])
})

test('a token with a wrong signature is rejected', async () => {
  const [header, payload, signature] = (await signed()).split('.') as [string, string, string]
  const forged = base64url.encode(JSON.stringify({ ...GOOD, role: 'ADMIN', iat: 0, exp: EXPIRES }))
  expect(() => read(`${header}.${forged}.${signature}`)).toThrow()
  expect(() => read(`${header}.${payload}.${'A'.repeat(86)}`)).toThrow()
})
