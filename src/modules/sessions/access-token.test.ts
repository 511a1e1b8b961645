import { afterAll, beforeAll, expect, test } from 'bun:test'
import { base64url, importJWK, SignJWT } from 'jose'
import { useClock, useSystemClock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import { ACCESS_TOKEN_LIFETIME_MS, AccessTokens } from './access-token.ts'
import { createStoredKey, KeyRing } from './signing-keys.ts'

const NAMES = { issuer: 'lyceum', audience: 'lyceum' }
const GOOD = { iss: 'lyceum', aud: 'lyceum', sub: newId(), sid: newId(), role: 'USER', jti: newId() }

let keyId: string
let privateKey: CryptoKey
let keys: KeyRing
beforeAll(async () => {
  const stored = await createStoredKey(new Date(0))
  keyId = stored.keyId
  privateKey = (await importJWK(stored.privateJwk, 'ES256')) as CryptoKey
  keys = await KeyRing.open({ read: async () => [stored] })
})
afterAll(() => keys.close())

const header = () => ({ alg: 'ES256', typ: 'at+jwt', kid: keyId })

function signed(changes: Record<string, unknown> = {}, protectedHeader: object = header()): Promise<string> {
  const issued = Math.floor(Date.now() / 1000)
  return new SignJWT({ ...GOOD, iat: issued, exp: issued + 900, ...changes })
    .setProtectedHeader(protectedHeader as never)
    .sign(privateKey)
}

const tokensWith = (isRevoked = () => false) => new AccessTokens(keys, NAMES, isRevoked)

/** The caller, or the code of the refusal. */
async function verify(token: string): Promise<Caller | string> {
  try {
    return await tokensWith().verify(token)
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('a token of another process is verified, and the second time it is read from the cache', async () => {
  const tokens = tokensWith()
  const caller = { userId: GOOD.sub, sessionId: GOOD.sid, role: 'USER' } as never
  const token = tokensWith().sign(caller)
  const first = tokens.verify(token)
  expect(first).toBeInstanceOf(Promise)
  expect(await first).toEqual(caller)
  expect(tokens.verify(token)).toEqual(caller)
})

test('a process reads a token that it signed from the cache, until the token expires or its session ends', async () => {
  let isRevoked = false
  const tokens = tokensWith(() => isRevoked)
  const caller: Caller = { userId: GOOD.sub as never, sessionId: GOOD.sid as never, role: 'USER' }
  const token = tokens.sign(caller)
  expect(tokens.verify(token)).toEqual(caller)
  isRevoked = true
  expect(() => tokens.verify(token)).toThrow('session')
  isRevoked = false
  const expiresAt = Date.now() + ACCESS_TOKEN_LIFETIME_MS
  useClock(() => expiresAt)
  try {
    expect(() => tokens.verify(token)).toThrow('expired')
  } finally {
    useSystemClock()
  }
})

test('the cached caller of a signed token is the one that another process reads from the token', async () => {
  const caller: Caller = { userId: GOOD.sub as never, sessionId: GOOD.sid as never, role: 'CREATOR' }
  for (const one of [caller, { ...caller, viewerId: newId<'User'>() }]) {
    const tokens = tokensWith()
    const token = tokens.sign(one)
    expect(tokens.verify(token)).toEqual((await tokensWith().verify(token)) as never)
  }
})

test('a token is signed without waiting, so that the transaction of a sign-in is not idle meanwhile', () => {
  const signed: unknown = tokensWith().sign({ userId: GOOD.sub, sessionId: GOOD.sid, role: 'USER' } as never)
  expect(signed).toStartWith(`${base64url.encode(JSON.stringify(header()))}.`)
})

test('a token with another issuer, audience, subject, session or role is rejected', async () => {
  for (const change of [
    { iss: 'another' },
    { aud: 'another' },
    { sub: 'ada' },
    { sid: 7 },
    { role: 'OWNER' },
    { jti: undefined },
    { exp: undefined },
    { nbf: Math.floor(Date.now() / 1000) + 600 },
  ])
    expect([change, await verify(await signed(change))]).toEqual([change, 'UNAUTHENTICATED'])
})

test('a token with another type, key or algorithm is rejected', async () => {
  for (const change of [{ typ: 'JWT' }, { kid: 'another' }])
    expect([change, await verify(await signed({}, { ...header(), ...change }))]).toEqual([
      change,
      'UNAUTHENTICATED',
    ])
  const none = base64url.encode(JSON.stringify({ ...header(), alg: 'none' }))
  const [, payload] = (await signed()).split('.')
  expect(await verify(`${none}.${payload}.`)).toBe('UNAUTHENTICATED')
})

test('an expired token is rejected as expired', async () => {
  const past = Math.floor(Date.now() / 1000) - 10
  expect(await verify(await signed({ iat: past - 900, exp: past }))).toBe('TOKEN_EXPIRED')
})

test('a token with a wrong signature is rejected', async () => {
  const [head, payload, signature] = (await signed()).split('.') as [string, string, string]
  const issued = Math.floor(Date.now() / 1000)
  const forged = base64url.encode(JSON.stringify({ ...GOOD, role: 'ADMIN', iat: issued, exp: issued + 900 }))
  expect(await verify(`${head}.${forged}.${signature}`)).toBe('UNAUTHENTICATED')
  expect(await verify(`${head}.${payload}.${'A'.repeat(86)}`)).toBe('UNAUTHENTICATED')
})

test('text that is no token is rejected', async () => {
  const token = await signed()
  for (const text of ['', '.', '..', '...', `${token}.`, token.slice(0, -1), 'a'.repeat(3_000)])
    expect([text, await verify(text)]).toEqual([text, 'UNAUTHENTICATED'])
})

test('a token of a revoked session is rejected, cached or not', async () => {
  let isRevoked = true
  const tokens = tokensWith(() => isRevoked)
  const [cached, fresh] = [await signed(), await signed({ jti: newId() })]
  isRevoked = false
  await tokens.verify(cached)
  isRevoked = true
  expect(() => tokens.verify(cached)).toThrow('session')
  await expect(Promise.resolve(tokens.verify(fresh))).rejects.toThrow('session')
})
