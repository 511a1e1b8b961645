import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import {
  base64url,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTHeaderParameters,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { MINUTE_MS, useClock, useSystemClock } from '../../platform/clock.ts'
import { databaseKeySource } from './signing-key-table.ts'
import type { StoredKey } from './signing-keys.ts'

type Payload = Record<string, unknown>

let service: TestService
let ada: TestUser
let stored: StoredKey
let privateKey: CryptoKey
beforeAll(async () => {
  service = await startTestService()
  ada = await service.register()
  stored = (await databaseKeySource(service.test.database).read())[0]!
  privateKey = (await importJWK(stored.privateJwk, 'ES256')) as CryptoKey
})
afterEach(useSystemClock)
afterAll(() => service.stop())

/** The claims of a valid token with changes; undefined omits a claim. */
function claims(changes: Payload = {}): Payload {
  return { ...decodeJwt(ada.accessToken), jti: Bun.randomUUIDv7(), ...changes }
}

function header(changes: Payload = {}): JWTHeaderParameters {
  return { alg: 'ES256', typ: 'at+jwt', kid: stored.keyId, ...changes } as JWTHeaderParameters
}

function signed(payload: Payload, protectedHeader = header(), key: CryptoKey | Uint8Array = privateKey) {
  return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(key)
}

/** Signs arbitrary bytes with the real key, because libraries refuse to create some malformed tokens. */
async function signedRaw(headerText: string, payloadText: string): Promise<string> {
  const body = `${base64url.encode(headerText)}.${base64url.encode(payloadText)}`
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  const signature = await crypto.subtle.sign(algorithm, privateKey, new TextEncoder().encode(body))
  return `${body}.${base64url.encode(new Uint8Array(signature))}`
}

async function codeFor(token: string): Promise<string> {
  const { status, body } = await service.call('GET /user/profile', {
    headers: { authorization: `Bearer ${token}` },
  })
  if (status === 200) return 'taken'
  expect(status).toBe(401)
  expect(body).toMatchObject({ success: false, error: { requestId: expect.any(String) } })
  return body.error.code
}

test('an access token contains user, audience, expiry, session and role', () => {
  expect(decodeProtectedHeader(ada.accessToken)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: stored.keyId })
  const { iat, exp, ...rest } = decodeJwt(ada.accessToken)
  expect(exp! - iat!).toBe(900)
  expect(rest).toEqual({
    iss: 'lyceum',
    aud: 'lyceum',
    sub: ada.id,
    jti: expect.any(String),
    sid: expect.any(String),
    role: 'USER',
  })
})

test('a token that these tests sign without changes is accepted', async () => {
  expect(await codeFor(await signed(claims()))).toBe('taken')
  expect(await codeFor(await signedRaw(JSON.stringify(header()), JSON.stringify(claims())))).toBe('taken')
})

describe('the signature', () => {
  test('the algorithm none is rejected in any spelling', async () => {
    for (const alg of ['none', 'None', 'NONE', 'nOnE', '', 'ES256']) {
      const unsigned = `${base64url.encode(JSON.stringify(header({ alg })))}.${base64url.encode(JSON.stringify(claims()))}`
      for (const token of [unsigned, `${unsigned}.`, `${unsigned}.AAAA`])
        expect(await codeFor(token)).toBe('UNAUTHENTICATED')
    }
  })

  test('an HS256 signature with the public key as secret is rejected', async () => {
    const { body } = await service.call('GET //.well-known/jwks.json')
    const publicJwk = body.keys[0] as JWK
    const publicKey = (await importJWK(publicJwk, 'ES256', { extractable: true })) as CryptoKey
    const point = Buffer.concat([
      Buffer.from([4]),
      Buffer.from(publicJwk.x!, 'base64url'),
      Buffer.from(publicJwk.y!, 'base64url'),
    ])
    const secrets = [
      await exportSPKI(publicKey),
      JSON.stringify(publicJwk),
      publicJwk.x!,
      point,
      stored.keyId,
    ]
    for (const secret of secrets) {
      for (const alg of ['HS256', 'HS512']) {
        const token = await signed(claims(), header({ alg }), Buffer.from(secret))
        expect(await codeFor(token)).toBe('UNAUTHENTICATED')
      }
    }
  })

  test('a signature of an unknown key is rejected regardless of the key id', async () => {
    const unknownKey = await generateKeyPair('ES256')
    for (const kid of [stored.keyId, 'unknown', undefined])
      expect(await codeFor(await signed(claims(), header({ kid }), unknownKey.privateKey))).toBe(
        'UNAUTHENTICATED',
      )
  })

  test('a signature of another key type is rejected', async () => {
    for (const alg of ['RS256', 'PS256', 'ES384', 'EdDSA']) {
      const unknownKey = await generateKeyPair(alg)
      expect(await codeFor(await signed(claims(), header({ alg }), unknownKey.privateKey))).toBe(
        'UNAUTHENTICATED',
      )
    }
  })

  test('a signature of another payload or header is rejected', async () => {
    const [head, , signature] = ada.accessToken.split('.') as [string, string, string]
    const forged = base64url.encode(JSON.stringify(claims({ role: 'ADMIN' })))
    expect(await codeFor(`${head}.${forged}.${signature}`)).toBe('UNAUTHENTICATED')
    const [, payload] = ada.accessToken.split('.') as [string, string]
    const otherHead = base64url.encode(JSON.stringify({ ...header(), extra: 1 }))
    expect(await codeFor(`${otherHead}.${payload}.${signature}`)).toBe('UNAUTHENTICATED')
  })

  test('a signature with one changed bit is rejected', async () => {
    const [head, payload, signature] = ada.accessToken.split('.') as [string, string, string]
    const bytes = Buffer.from(signature, 'base64url')
    for (const index of [0, 31, 32, 63]) {
      const changed = Buffer.from(bytes)
      changed[index]! ^= 1
      expect(await codeFor(`${head}.${payload}.${changed.toString('base64url')}`)).toBe('UNAUTHENTICATED')
    }
    for (const forged of [
      Buffer.alloc(64),
      Buffer.alloc(64, 255),
      bytes.subarray(0, 63),
      Buffer.concat([bytes, bytes]),
    ])
      expect(await codeFor(`${head}.${payload}.${forged.toString('base64url')}`)).toBe('UNAUTHENTICATED')
  })
})

describe('the header', () => {
  test('a header whose key id is a path, a query, a URL or not text is rejected', async () => {
    const kids = [
      '../../../etc/passwd',
      '/dev/null',
      "' or '1'='1",
      'http://127.0.0.1/key',
      '\0',
      '__proto__',
      'x'.repeat(500),
    ]
    for (const kid of kids)
      expect(await codeFor(await signed(claims(), header({ kid })))).toBe('UNAUTHENTICATED')
    for (const kid of [{}, [stored.keyId], 0, null, true])
      expect(await codeFor(await signedRaw(JSON.stringify(header({ kid })), JSON.stringify(claims())))).toBe(
        'UNAUTHENTICATED',
      )
  })

  test('keys and key URLs in the header are ignored', async () => {
    const unknownKey = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(unknownKey.publicKey)
    let fetched = 0
    const bait = Bun.serve({
      port: 0,
      fetch: () => {
        fetched++
        return Response.json({ keys: [{ ...jwk, kid: 'bait', alg: 'ES256' }] })
      },
    })
    const url = `http://127.0.0.1:${bait.port}/jwks.json`
    for (const extra of [
      { jwk },
      { jku: url },
      { x5u: url },
      { jwk, kid: 'bait' },
      { jku: url, kid: 'bait' },
      { jwk, jku: url, kid: undefined },
    ])
      expect(await codeFor(await signed(claims(), header(extra), unknownKey.privateKey))).toBe(
        'UNAUTHENTICATED',
      )
    await bait.stop(true)
    expect(fetched).toBe(0)
  })

  test.each(['JWT', 'jwt', 'rt+jwt', 'id_token', '', undefined])(
    'a header with the type %j is rejected',
    async (typ) => {
      expect(await codeFor(await signed(claims(), header({ typ })))).toBe('UNAUTHENTICATED')
    },
  )

  test('a header with unknown critical extensions is rejected', async () => {
    const asking = JSON.stringify(header({ crit: ['exp-soon'], 'exp-soon': true }))
    expect(await codeFor(await signedRaw(asking, JSON.stringify(claims())))).toBe('UNAUTHENTICATED')
  })
})

describe('the claims', () => {
  const wrong: [string, Payload][] = [
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['no issuer', { iss: undefined }],
    ['another audience', { aud: 'another-service' }],
    ['no audience', { aud: undefined }],
    ['no subject', { sub: undefined }],
    ['no session', { sid: undefined }],
    ['no role', { role: undefined }],
    ['no id', { jti: undefined }],
    ['no expiry', { exp: undefined }],
    ['no issue time', { iat: undefined }],
    ['a subject that is not an id', { sub: 'ada' }],
    ['a session that is not an id', { sid: "' or 1=1 --" }],
    ['a session that is a number', { sid: 7 }],
    ['a session that is a list', { sid: ['019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'] }],
    ['an unknown role', { role: 'OWNER' }],
    ['a role that is a list', { role: ['ADMIN'] }],
    ['a subject that is an object', { sub: { id: 1 } }],
    ['an expiry that is text', { exp: '9999999999' }],
    ['a start in the future', { nbf: Math.floor(Date.now() / 1000) + 3_600 }],
  ]
  test.each(wrong)('a token with %s is rejected', async (_, changes) => {
    const payload = JSON.stringify(claims(changes))
    expect(await codeFor(await signedRaw(JSON.stringify(header()), payload))).toBe('UNAUTHENTICATED')
  })

  test('an expired token gets TOKEN_EXPIRED, whether or not it is cached', async () => {
    const past = Math.floor(Date.now() / 1000) - 1
    expect(await codeFor(await signed(claims({ exp: past, iat: past - 900 })))).toBe('TOKEN_EXPIRED')
    expect(await codeFor(ada.accessToken)).toBe('taken')
    const { iat } = decodeJwt(ada.accessToken)
    useClock(() => iat! * 1000 + 15 * MINUTE_MS - 1)
    expect(await codeFor(ada.accessToken)).toBe('taken')
    useClock(() => iat! * 1000 + 15 * MINUTE_MS)
    expect(await codeFor(ada.accessToken)).toBe('TOKEN_EXPIRED')
    expect(await codeFor(ada.accessToken)).toBe('TOKEN_EXPIRED')
  })

  test('an ID token that our key signed is rejected', async () => {
    const { iat, exp } = decodeJwt(ada.accessToken)
    const identity = { iss: 'lyceum', aud: 'lyceum', sub: ada.id, iat, exp, email: ada.email, nonce: 'n' }
    expect(await codeFor(await signed(identity, header({ typ: 'JWT' })))).toBe('UNAUTHENTICATED')
    expect(await codeFor(await signed(identity))).toBe('UNAUTHENTICATED')
  })

  test('a payload that is not an object is rejected', async () => {
    for (const payload of ['null', '[]', '"text"', '7', '', '{', '{"sub":'])
      expect(await codeFor(await signedRaw(JSON.stringify(header()), payload))).toBe('UNAUTHENTICATED')
  })

  test('a token of a user who does not exist gets no data', async () => {
    const unknownUserToken = await signed(claims({ sub: Bun.randomUUIDv7() }))
    expect(await codeFor(unknownUserToken)).toBe('UNAUTHENTICATED')
  })
})

describe('the Authorization header', () => {
  test('the scheme Bearer is accepted in any case and with extra spaces', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR', 'Bearer  ']) {
      const { status } = await service.call('GET /user/profile', {
        headers: { authorization: `${scheme} ${ada.accessToken}` },
      })
      expect([scheme, status]).toEqual([scheme, 200])
    }
  })

  test('any other Authorization header gets 401 with a WWW-Authenticate header', async () => {
    const token = ada.accessToken
    const headers = [
      '',
      'Bearer',
      'Bearer ',
      token,
      `Basic ${token}`,
      `Token ${token}`,
      `Bearer${token}`,
      `Bearer ${token} ${token}`,
      `Bearer ${token},Bearer ${token}`,
      'Bearer null',
      'Bearer undefined',
      'Bearer ..',
      'Bearer {}',
      `Bearer "${token}"`,
    ]
    for (const authorization of headers) {
      const response = await service.call('GET /user/profile', { headers: { authorization } })
      expect([authorization, response.status, response.body.error.code]).toEqual([
        authorization,
        401,
        'UNAUTHENTICATED',
      ])
      expect(response.headers.get('www-authenticate')).toStartWith('Bearer')
    }
    expect((await service.call('GET /user/profile')).status).toBe(401)
  })

  test('a token of ten thousand characters is rejected', async () => {
    const large = await signed(claims({ padding: 'x'.repeat(7_000) }))
    expect(large.length).toBeGreaterThan(9_000)
    expect(await codeFor(large)).toBe('UNAUTHENTICATED')
    expect(await codeFor('x'.repeat(10_000))).toBe('UNAUTHENTICATED')
  })

  test('a token in any place other than the Authorization header is ignored', async () => {
    const elsewhere = await fetch(`${service.url}/api/v2/user/profile?access_token=${ada.accessToken}`, {
      headers: { cookie: `access_token=${ada.accessToken}`, 'x-access-token': ada.accessToken },
    })
    expect(elsewhere.status).toBe(401)
  })
})

describe('the public keys', () => {
  test('the published keys contain no private part', async () => {
    const { status, body } = await service.call('GET //.well-known/jwks.json')
    expect(status).toBe(200)
    expect(body.keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid: stored.keyId,
        use: 'sig',
        alg: 'ES256',
      },
    ])
    expect(JSON.stringify(body)).not.toContain(stored.privateJwk.d!)
  })

  test('a standard library can verify our tokens with the URL of the published keys', async () => {
    const keySet = createRemoteJWKSet(new URL(`${service.url}/.well-known/jwks.json`))
    const { payload } = await jwtVerify(ada.accessToken, keySet, {
      issuer: 'lyceum',
      audience: 'lyceum',
      typ: 'at+jwt',
      algorithms: ['ES256'],
    })
    expect(payload.sub).toBe(ada.id)
  })
})
