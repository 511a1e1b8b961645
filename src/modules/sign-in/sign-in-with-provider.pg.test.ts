import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose'
import type { ApiResponse } from '../../../test/harness/api-client.ts'
import { totpOf } from '../../../test/harness/external-services/authenticator.ts'
import {
  CLIENT_ID,
  createKey,
  signWith,
  startTestIssuer,
  type TestIssuer,
} from '../../../test/harness/external-services/oidc-issuer.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { HOUR_MS, MINUTE_MS, useSystemClock } from '../../platform/clock.ts'

let issuer: TestIssuer
let apple: TestIssuer
let service: TestService
const time = createTestClock()
let people = 0

beforeAll(async () => {
  ;[issuer, apple] = await Promise.all([startTestIssuer(), startTestIssuer()])
  service = await startTestService({ ...issuer.settingsFor('google'), ...apple.settingsFor('apple') })
})
afterAll(async () => {
  await service?.stop()
  await issuer?.stop()
  await apple?.stop()
  useSystemClock()
})

const newPerson = () => {
  people++
  return { sub: `subject-${people}`, email: `social${people}@example.com` }
}
const send = (idToken: string, more: Record<string, unknown> = {}): Promise<ApiResponse> =>
  service.call('POST /auth/social', { body: { provider: 'google', idToken, ...more } })
const signIn = async (claims: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  send(await issuer.sign(claims), more)

describe('sign-in with a provider', () => {
  test('the first sign-in registers a verified account, and later ones find it by subject although the address changed', async () => {
    const person = newPerson()
    const first = await signIn(person, { username: 'social_one', country: 'ke', language: 'sw' })
    expect(first.status).toBe(200)
    expect(first.body.data.user).toMatchObject({
      email: person.email,
      username: 'social_one',
      country: 'KE',
      language: 'sw',
      isEmailVerified: true,
      role: 'USER',
    })
    const profile = await service.call('GET /user/profile', { token: first.body.data.accessToken })
    expect(profile.status).toBe(200)
    const again = await signIn({ sub: person.sub, email: 'moved-house@example.com' })
    expect(again.status).toBe(200)
    expect(again.body.data.user.id).toBe(first.body.data.user.id)
    expect(again.body.data.user.email).toBe(person.email)
  })

  test('a linked account is found by subject although its new address is unverified', async () => {
    const person = newPerson()
    const first = await signIn(person)
    const again = await signIn({ sub: person.sub, email: 'unverified@example.com', email_verified: false })
    expect(again.body.data.user.id).toBe(first.body.data.user.id)
  })

  test('the username is derived from the e-mail address, with a suffix if it is taken', async () => {
    const first = await signIn({ sub: 'sam-1', email: 'Sam+news@one.example' })
    expect(first.body.data.user.username).toBe('Samnews')
    const second = await signIn({ sub: 'sam-2', email: 'samnews@two.example' })
    expect(second.body.data.user.username).toMatch(/^samnews_[0-9a-z]{6}$/)
    const short = await signIn({ sub: 'sam-3', email: 'x@three.example' })
    expect(short.body.data.user.username).toBe('x__')
    const long = await signIn({ sub: 'sam-4', email: `${'a'.repeat(60)}@four.example` })
    expect(long.body.data.user.username).toBe('a'.repeat(20))
    const reserved = await signIn({ sub: 'sam-5', email: 'Admin@five.example' })
    expect(reserved.body.data.user.username).toMatch(/^Admin_[0-9a-z]{6}$/)
    const nameless = await signIn({ sub: 'sam-6', email: '_@six.example' })
    expect(nameless.body.data.user.username).toBe('somebody')
  })

  test('a taken username is rejected, and the same token can be used again', async () => {
    const person = newPerson()
    const idToken = await issuer.sign(person)
    const taken = await send(idToken, { username: 'SOCIAL_ONE' })
    expect(taken.status).toBe(409)
    expect(taken.body.error.code).toBe('USERNAME_TAKEN')
    expect((await send(idToken, { username: 'social_two' })).status).toBe(200)
  })

  test('an e-mail address in the body is ignored', async () => {
    const victim = await signIn(newPerson())
    const person = newPerson()
    const response = await signIn(person, { email: victim.body.data.user.email, role: 'ADMIN', sub: 'other' })
    expect(response.body.data.user.email).toBe(person.email)
    expect(response.body.data.user.id).not.toBe(victim.body.data.user.id)
    expect(response.body.data.user.role).toBe('USER')
  })

  test('Apple tokens are accepted with a textual email_verified, and their subjects are separate from Google’s', async () => {
    const person = newPerson()
    const google = await signIn(person)
    const idToken = await apple.sign({ sub: person.sub, email: newPerson().email, email_verified: 'true' })
    const other = await send(idToken, { provider: 'apple' })
    expect(other.status).toBe(200)
    expect(other.body.data.user.id).not.toBe(google.body.data.user.id)
    expect((await send(idToken, { provider: 'apple' })).body.data.user.id).toBe(other.body.data.user.id)
    expect((await send(idToken)).status).toBe(401)
    expect((await send(idToken, { provider: 'facebook' })).status).toBe(400)
  })

  test('ten concurrent first sign-ins create one account, and all succeed', async () => {
    const idToken = await issuer.sign(newPerson())
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(idToken)))
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200))
    expect(new Set(responses.map((response) => response.body.data.user.id)).size).toBe(1)
  })

  test('a concurrent registration of the derived username does not make the sign-in fail', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        issuer.sign({ sub: `alike-${index}`, email: `alike@house-${index}.example` }),
      ),
    )
    const responses = await Promise.all(tokens.map((idToken) => send(idToken)))
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200))
    expect(new Set(responses.map((response) => response.body.data.user.username)).size).toBe(10)
  })
})

describe('an existing account with the same address', () => {
  test('an account with a verified address is linked and keeps password and sessions', async () => {
    const user = await service.register()
    await service.call('POST /auth/verify-email', {
      token: user.accessToken,
      body: { otpCode: await service.codeFor(user.email) },
    })
    const response = await signIn({ sub: newPerson().sub, email: user.email.toUpperCase() })
    expect(response.status).toBe(200)
    expect(response.body.data.user.id).toBe(user.id)
    expect((await service.call('GET /user/profile', { token: user.accessToken })).status).toBe(200)
    const byPassword = await service.call('POST /auth/login', {
      body: { email: user.email, password: user.password },
    })
    expect(byPassword.status).toBe(200)
  })

  test('ten concurrent sign-ins link an existing account once, and all succeed', async () => {
    const first = await signIn(newPerson())
    const idToken = await apple.sign({ sub: newPerson().sub, email: first.body.data.user.email })
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => send(idToken, { provider: 'apple' })),
    )
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200))
    expect(new Set(responses.map((response) => response.body.data.user.id))).toEqual(
      new Set([first.body.data.user.id]),
    )
  })

  test('an unverified account is claimed by the owner of the address, and its earlier user is locked out', async () => {
    const earlierUser = await service.register()
    const setup = await service.call('POST /auth/2fa/setup', { token: earlierUser.accessToken })
    await service.call('POST /auth/2fa/enable', {
      token: earlierUser.accessToken,
      body: { code: totpOf(setup.body.data.secret), password: earlierUser.password },
    })
    const owner = await signIn({ sub: newPerson().sub, email: earlierUser.email })
    expect(owner.status).toBe(200)
    expect(owner.body.data.claimedAccount).toEqual({
      isPasswordRemoved: true,
      isTwoFactorRemoved: true,
      endedSessions: 1,
    })
    expect((await service.mailTo(earlierUser.email))!.text).toContain('Its password no longer works.')
    expect(owner.body.data.user).toMatchObject({
      id: earlierUser.id,
      isEmailVerified: true,
      is2FAEnabled: false,
    })
    expect((await service.call('GET /user/profile', { token: earlierUser.accessToken })).status).toBe(401)
    const refreshed = await service.call('POST /auth/refresh', {
      body: { refreshToken: earlierUser.refreshToken },
    })
    expect(refreshed.status).toBe(401)
    const byPassword = await service.call('POST /auth/login', {
      body: { email: earlierUser.email, password: earlierUser.password },
    })
    expect(byPassword.body.error.code).toBe('INVALID_CREDENTIALS')
    expect((await service.call('GET /user/profile', { token: owner.body.data.accessToken })).status).toBe(200)
  })

  test('an account is not linked if the provider has not verified the address', async () => {
    const user = await service.register()
    for (const email_verified of [false, 'false', undefined, 1, 'yes']) {
      const response = await signIn({ sub: newPerson().sub, email: user.email, email_verified })
      expect(response.status).toBe(401)
      expect(response.body.error.code).toBe('SOCIAL_TOKEN_INVALID')
    }
    expect((await service.call('GET /user/profile', { token: user.accessToken })).status).toBe(200)
  })

  test('a suspended account is rejected', async () => {
    const person = newPerson()
    const first = await signIn(person)
    await service.test.database.query`
      update user_account set suspended_at = now() where id = ${first.body.data.user.id}`
    expect((await signIn(person)).body.error.code).toBe('ACCOUNT_SUSPENDED')
  })
})

describe('the second factor with a provider', () => {
  /** Turns two-factor sign-in on for an account without a password. Returns the secret. */
  async function enableByCode(token: string, email: string): Promise<string> {
    const { secret } = (await service.call('POST /auth/2fa/setup', { token })).body.data
    await service.call('POST /auth/otp/request', { body: { email } })
    const body = { code: totpOf(secret), otpCode: await service.codeFor(email) }
    expect((await service.call('POST /auth/2fa/enable', { token, body })).status).toBe(200)
    time.advance(MINUTE_MS)
    return secret
  }

  test('a linked account requires the second factor', async () => {
    const person = newPerson()
    const first = await signIn(person)
    const token = first.body.data.accessToken
    const secret = await enableByCode(token, person.email)
    expect((await signIn(person)).body.error.code).toBe('TWO_FACTOR_REQUIRED')
    const wrongCode = totpOf(secret) === '000000' ? '111111' : '000000'
    expect((await signIn(person, { totpCode: wrongCode })).body.error.code).toBe('TWO_FACTOR_INVALID')
    expect((await signIn(person, { totpCode: totpOf(secret) })).status).toBe(200)
  })

  test('an account with a second factor is linked only after a correct code', async () => {
    const user = await service.register()
    const token = user.accessToken
    await service.call('POST /auth/verify-email', {
      token,
      body: { otpCode: await service.codeFor(user.email) },
    })
    const { secret } = (await service.call('POST /auth/2fa/setup', { token })).body.data
    await service.call('POST /auth/2fa/enable', {
      token,
      body: { code: totpOf(secret), password: user.password },
    })
    time.advance(MINUTE_MS)
    const person = { sub: newPerson().sub, email: user.email }
    const wrongCode = totpOf(secret) === '000000' ? '111111' : '000000'
    const links = () => service.test.database.query`select from social_identity where user_id = ${user.id}`
    expect((await signIn(person)).body.error.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await signIn(person, { totpCode: wrongCode })).body.error.code).toBe('TWO_FACTOR_INVALID')
    expect(await links()).toHaveLength(0)
    expect((await signIn(person, { totpCode: totpOf(secret) })).status).toBe(200)
    expect(await links()).toHaveLength(1)
  })

  test('attempts at the second factor with one ID token are limited', async () => {
    const limited = await startTestService(
      { ...issuer.settingsFor('google'), RATE_LIMITS: 'on', LIMIT_CREDENTIALS_PER_ACCOUNT: '5/900' },
      service.test,
    )
    try {
      const person = newPerson()
      const token = (await signIn(person)).body.data.accessToken
      const secret = await enableByCode(token, person.email)
      const idToken = await issuer.sign(person)
      const attempt = (totpCode: string) =>
        limited.call('POST /auth/social', { body: { provider: 'google', idToken, totpCode } })
      const wrongCode = totpOf(secret) === '000000' ? '111111' : '000000'
      for (let guess = 0; guess < 5; guess++)
        expect((await attempt(wrongCode)).body.error.code).toBe('TWO_FACTOR_INVALID')
      const sixth = await attempt(totpOf(secret))
      expect(sixth.status).toBe(429)
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(60)
      time.advance(15 * MINUTE_MS)
      for (let round = 0; round < 7; round++) {
        expect((await attempt(totpOf(secret))).status).toBe(200)
        time.advance(MINUTE_MS)
      }
    } finally {
      await limited.stop()
    }
  })
})

describe('an invalid ID token', () => {
  const expectRejected = async (idToken: string, more: Record<string, unknown> = {}) => {
    const response = await send(idToken, more)
    expect(response.status).toBe(401)
    expect(response.body.error.code).toBe('SOCIAL_TOKEN_INVALID')
  }

  test('a token with a wrong issuer, audience, time or missing claims is rejected', async () => {
    const seconds = Math.floor((Date.now() + HOUR_MS * 24) / 1000)
    const invalidClaims: Record<string, unknown>[] = [
      { iss: 'https://accounts.google.com' },
      { iss: `${issuer.url}/` },
      { iss: undefined },
      { aud: 'some-other-app' },
      { aud: [] },
      { aud: undefined },
      { exp: 1_700_000_000 },
      { exp: undefined },
      { iat: undefined },
      { nbf: seconds },
      { sub: undefined },
      { email: undefined },
      { email: 17 },
    ]
    for (const claims of invalidClaims) await expectRejected(await issuer.sign({ ...newPerson(), ...claims }))
    expect((await signIn(newPerson(), {})).status).toBe(200)
    expect((await signIn({ ...newPerson(), aud: ['another', CLIENT_ID] })).status).toBe(200)
  })

  test('a token that another key signed is rejected, even with the id of a known key', async () => {
    const otherKey = await createKey(issuer.publicKeys()[0]!.kid!)
    await expectRejected(await signWith(otherKey, issuer.url, newPerson()))
    const unknown = await createKey('unknown-key')
    await expectRejected(await signWith(unknown, issuer.url, newPerson()))
    const embedded = await signWith(unknown, issuer.url, newPerson(), {
      jwk: unknown.publicJwk,
      jku: 'http://127.0.0.1:1/keys',
    })
    await expectRejected(embedded)
  })

  test('an unsigned token and one signed with the public key as secret are rejected', async () => {
    const person = newPerson()
    const claims = { ...person, email_verified: true }
    const unsecured = new UnsecuredJWT(claims)
      .setIssuer(issuer.url)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('1h')
      .encode()
    await expectRejected(unsecured)
    const [publicJwk] = issuer.publicKeys()
    const pem = await exportSPKI((await importJWK(publicJwk!, 'RS256')) as CryptoKey)
    const confused = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: publicJwk!.kid! })
      .setIssuer(issuer.url)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(pem))
    await expectRejected(confused)
  })

  test('malformed tokens are rejected without a server error', async () => {
    const valid = await issuer.sign(newPerson())
    const [header, payload, signature] = valid.split('.') as [string, string, string]
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const malformed = [
      'x',
      '..',
      'a.b.c',
      `${header}.${payload}.`,
      `${header}.${payload}`,
      `${header}.${payload}.${signature}.${signature}`,
      `${header}.${part({ sub: 'another', email: 'evil@example.com' })}.${signature}`,
      `${part({ alg: 'RS256', kid: '../../keys', typ: 'JWT' })}.${payload}.${signature}`,
      `${part({ alg: 'RS256', crit: ['exp'], exp: 1 })}.${payload}.${signature}`,
      `${part([])}.${payload}.${signature}`,
      `${part(null)}.${payload}.${signature}`,
      `${part({ alg: 17 })}.${payload}.${signature}`,
      `${part({ alg: 'RS256', b64: false, crit: ['b64'] })}.${payload}.${signature}`,
    ]
    for (const idToken of malformed) await expectRejected(idToken)
    expect((await send('x'.repeat(9_000))).status).toBe(400)
    expect((await send('')).status).toBe(400)
  })

  test('a token whose nonce is missing, wrong or unexpected is rejected', async () => {
    const nonce = 'n-0S6_WzA2Mj'
    const hashed = createHash('sha256').update(nonce).digest('hex')
    await expectRejected(await issuer.sign({ ...newPerson(), nonce }))
    await expectRejected(await issuer.sign({ ...newPerson(), nonce }), { nonce: 'another' })
    await expectRejected(await issuer.sign(newPerson()), { nonce })
    await expectRejected(await issuer.sign({ ...newPerson(), nonce: hashed }), { nonce: 'another' })
    await expectRejected(await issuer.sign({ ...newPerson(), nonce }), { nonce: hashed })
    expect((await signIn({ ...newPerson(), nonce }, { nonce })).status).toBe(200)
    expect((await signIn({ ...newPerson(), nonce: hashed }, { nonce })).status).toBe(200)
  })
})

describe('the keys of the provider', () => {
  test('after a key rotation of the provider, tokens of the new key are accepted and those of the old one rejected', async () => {
    const old = await issuer.sign(newPerson())
    await issuer.rotateKey()
    // The keys are fetched at most every five seconds, so clients cannot cause many requests.
    await Bun.sleep(5_200)
    expect((await signIn(newPerson())).status).toBe(200)
    expect((await send(old)).status).toBe(401)
    const { fetches } = issuer
    const unknown = await createKey('unknown-key')
    const strange = await signWith(unknown, issuer.url, newPerson())
    for (let round = 0; round < 5; round++) await send(strange)
    expect(issuer.fetches).toBe(fetches)
  })

  test('unreachable keys of the provider give PROVIDER_UNAVAILABLE, not an invalid token', async () => {
    const away = await startTestIssuer()
    const fresh = await startTestService(away.settingsFor('google'), service.test)
    const idToken = await away.sign(newPerson())
    const attempt = () => fresh.call('POST /auth/social', { body: { provider: 'google', idToken } })
    try {
      const responses = [
        () => new Response('down', { status: 500 }),
        () => new Response('<html>maintenance</html>', { headers: { 'content-type': 'text/html' } }),
        () => Response.json({ error: 'quota' }),
        () => Response.redirect('http://127.0.0.1:1/elsewhere'),
      ]
      for (const keysAnswer of responses) {
        away.keysResponse = keysAnswer
        const response = await attempt()
        expect(response.status).toBe(503)
        expect(response.body.error.code).toBe('PROVIDER_UNAVAILABLE')
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      away.keysResponse = undefined
      expect((await attempt()).status).toBe(200)
      await away.stop()
      expect((await attempt()).status).toBe(200)
    } finally {
      await fresh.stop()
    }
    const later = await startTestService(away.settingsFor('google'), service.test)
    try {
      const response = await later.call('POST /auth/social', { body: { provider: 'google', idToken } })
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
    } finally {
      await later.stop()
    }
  })

  test('a provider without configured clients is unavailable', async () => {
    const plain = await startTestService({}, service.test)
    try {
      for (const provider of ['google', 'apple']) {
        const response = await plain.call('POST /auth/social', {
          body: { provider, idToken: await issuer.sign(newPerson()) },
        })
        expect(response.status).toBe(503)
        expect(response.body.error.code).toBe('PROVIDER_UNAVAILABLE')
        expect(response.body.message).toContain('not configured')
        expect(response.headers.get('retry-after')).toBe('3600')
      }
    } finally {
      await plain.stop()
    }
  })
})
