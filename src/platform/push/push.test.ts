import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import {
  fcmDetail,
  fcmError,
  startTestFcm,
  type TestFcm,
} from '../../../test/harness/external-services/fcm.ts'
import {
  decryptPush,
  startTestPushService,
  type TestPushService,
} from '../../../test/harness/external-services/push-service.ts'
import { createTestClock } from '../../../test/harness/test-clock.ts'
import { useSystemClock } from '../clock.ts'
import { type ConfigError, readConfig } from '../config/config.ts'
import { createPush as open } from './create-push.ts'
import type { Push, PushMessage } from './push.ts'
import { isKnownPushHost, readSubscription } from './web-push-subscription.ts'

const keys = webPush.generateVAPIDKeys()
let fcm: TestFcm
let service: TestPushService
let settings: Record<string, string>
let push: Push

beforeAll(async () => {
  fcm = await startTestFcm()
  service = startTestPushService(keys.publicKey)
  settings = {
    LYCEUM_ENV: 'test',
    ...fcm.settings,
    WEB_PUSH_PUBLIC_KEY: keys.publicKey,
    WEB_PUSH_PRIVATE_KEY: keys.privateKey,
    WEB_PUSH_SUBJECT: 'mailto:ops@lyceum.example',
    WEB_PUSH_ORIGINS: service.url,
  }
  push = open(readConfig(settings).push)
})
afterEach(() => {
  useSystemClock()
  fcm.respond = undefined
  service.respond = undefined
  fcm.received.length = 0
  service.received.length = 0
  expect(fcm.violations.splice(0)).toEqual([])
  expect(service.violations.splice(0)).toEqual([])
})
afterAll(async () => {
  await fcm.stop()
  await service.stop()
})

const MESSAGE: PushMessage = {
  title: 'Série de 7 jours !',
  body: 'Vous avez appris 7 jours de suite.',
  data: {
    notificationId: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
    type: 'STREAK_MILESTONE',
    link: 'lyceum://streak',
  },
  link: 'lyceum://streak',
  name: '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d',
  lifetimeSeconds: 3_600,
}

describe('FCM', () => {
  test('an FCM push has the text, the data as strings and a collapse key, under a signed assertion', async () => {
    expect(await push.fcm('phone-1', MESSAGE)).toEqual({ kind: 'sent' })
    const { token, message } = fcm.received[0]!
    expect(token).toBe('phone-1')
    expect(message.notification).toEqual({ title: MESSAGE.title, body: MESSAGE.body })
    expect(message.data).toEqual(MESSAGE.data)
    expect(message.android).toMatchObject({ ttl: '3600s', collapse_key: MESSAGE.name })
    expect(message.apns.headers['apns-collapse-id']).toBe(MESSAGE.name)
    expect(message.webpush.fcm_options).toBeUndefined()
    await push.fcm('browser-1', { ...MESSAGE, link: 'https://app.example/streak' })
    expect(fcm.received[1]!.message.webpush.fcm_options).toEqual({ link: 'https://app.example/streak' })
  })

  test('concurrent FCM pushes share one access token, which is renewed before it expires', async () => {
    const own = open(readConfig(settings).push)
    const before = fcm.tokensGiven
    await Promise.all(Array.from({ length: 10 }, (_, index) => own.fcm(`phone-${index}`, MESSAGE)))
    expect(fcm.tokensGiven).toBe(before + 1)
    const time = createTestClock()
    time.advance(54 * 60_000)
    await own.fcm('phone', MESSAGE)
    expect(fcm.tokensGiven).toBe(before + 1)
    time.advance(2 * 60_000)
    await own.fcm('phone', MESSAGE)
    expect(fcm.tokensGiven).toBe(before + 2)
  })

  test('FCM pushes get a new access token when the old one is rejected', async () => {
    await push.fcm('phone', MESSAGE)
    fcm.revokeTokens()
    expect(await push.fcm('phone', MESSAGE)).toMatchObject({ kind: 'retry' })
    expect(await push.fcm('phone', MESSAGE)).toEqual({ kind: 'sent' })
  })

  test('an FCM push with a rejected key is retried later with the reason', async () => {
    const config = readConfig(settings).push
    const wrong = { ...config.fcm.account!, clientEmail: 'somebody@else.example' }
    const sender = open({ ...config, fcm: { ...config.fcm, account: wrong } }).fcm
    expect(await sender('phone', MESSAGE)).toMatchObject({
      kind: 'retry',
      error: expect.stringContaining('no access token: 400'),
    })
    expect(fcm.violations.splice(0)).toHaveLength(1)
  })

  const responses: [string, () => Response, object][] = [
    [
      'an unregistered token is gone',
      () => fcmError(404, 'NOT_FOUND', 'Requested entity was not found.', [fcmDetail('UNREGISTERED')]),
      { kind: 'gone' },
    ],
    [
      'an invalid token is gone',
      () =>
        fcmError(400, 'INVALID_ARGUMENT', 'The registration token is not a valid FCM registration token', [
          fcmDetail('INVALID_ARGUMENT'),
        ]),
      { kind: 'gone' },
    ],
    [
      'an invalid message does not invalidate the token',
      () =>
        fcmError(400, 'INVALID_ARGUMENT', 'Invalid value at message.data[0].value', [
          {
            '@type': 'type.googleapis.com/google.rpc.BadRequest',
            fieldViolations: [{ field: 'message.data[0].value', description: 'Invalid value' }],
          },
          fcmDetail('INVALID_ARGUMENT'),
        ]),
      { kind: 'refused' },
    ],
    [
      'an unspecified invalid argument does not invalidate the token',
      () =>
        fcmError(400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.', [
          fcmDetail('INVALID_ARGUMENT'),
        ]),
      { kind: 'refused' },
    ],
    [
      'a token of another sender stays, because a wrong account causes the same error',
      () => fcmError(403, 'PERMISSION_DENIED', 'SenderId mismatch', [fcmDetail('SENDER_ID_MISMATCH')]),
      { kind: 'refused' },
    ],
    [
      'too many requests are retried after the seconds of Retry-After',
      () =>
        fcmError(429, 'RESOURCE_EXHAUSTED', 'Quota', [fcmDetail('QUOTA_EXCEEDED')], { 'retry-after': '90' }),
      { kind: 'retry', retryAfterMs: 90_000 },
    ],
    [
      'an unavailable service is retried',
      () => fcmError(503, 'UNAVAILABLE', 'The service is away', [fcmDetail('UNAVAILABLE')]),
      { kind: 'retry', retryAfterMs: undefined },
    ],
    [
      'a response that is not JSON is retried',
      () => new Response('<html>', { status: 502 }),
      { kind: 'retry' },
    ],
    ['an unknown project is retried', () => fcmError(404, 'NOT_FOUND', 'no project'), { kind: 'retry' }],
    ['a redirect is not followed', () => Response.redirect('http://127.0.0.1:1/', 302), { kind: 'retry' }],
  ]
  for (const [title, response, outcome] of responses) {
    test(title, async () => {
      fcm.respond = response
      expect(await push.fcm('phone', MESSAGE)).toMatchObject(outcome)
    })
  }

  test('an FCM push waits until the date in Retry-After', async () => {
    const at = new Date(Date.now() + 120_000)
    fcm.respond = () => fcmError(503, 'UNAVAILABLE', 'away', [], { 'retry-after': at.toUTCString() })
    const outcome = await push.fcm('phone', MESSAGE)
    expect(outcome).toMatchObject({ kind: 'retry' })
    const { retryAfterMs } = outcome as { retryAfterMs: number }
    expect(Math.abs(retryAfterMs - 120_000)).toBeLessThan(60_000)
  })

  test('an FCM push is retried when the server is unreachable', async () => {
    const config = readConfig({ ...settings, FCM_URL: 'http://127.0.0.1:1' }).push
    expect(await open(config).fcm('phone', MESSAGE)).toMatchObject({ kind: 'retry' })
  })

  test('an FCM push has at most 4 KB, whatever its text', async () => {
    const long = { ...MESSAGE, title: '😀'.repeat(200), body: '😀'.repeat(1_000) }
    expect(await push.fcm('phone', long)).toEqual({ kind: 'sent' })
    expect(fcm.received[0]!.message.notification.title.endsWith('😀…')).toBe(true)
    const browser = service.subscribe()
    expect(await push.webPush(browser.subscription, long)).toEqual({ kind: 'sent' })
  })
})

describe('Web Push', () => {
  test('a Web Push message is signed for the push service and only the browser can decrypt it', async () => {
    const browser = service.subscribe()
    expect(await push.webPush(browser.subscription, MESSAGE)).toEqual({ kind: 'sent' })
    expect(service.received).toEqual([
      {
        endpoint: browser.endpoint,
        ttl: '3600',
        topic: MESSAGE.name.replaceAll('-', ''),
        urgency: 'normal',
        payload: { title: MESSAGE.title, body: MESSAGE.body, tag: MESSAGE.name, data: MESSAGE.data },
      },
    ])
  })

  test('the test browser decrypts the example of RFC 8291, by a library and by hand', () => {
    const browser = createECDH('prime256v1')
    browser.setPrivateKey('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url')
    const sealed =
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
    const decrypted = decryptPush(
      Buffer.from(sealed, 'base64url'),
      browser,
      Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'),
    )
    expect(decrypted.toString()).toBe('When I grow up, I want to be a watermelon')
  })

  for (const [status, kind] of [
    [404, 'gone'],
    [410, 'gone'],
    [413, 'refused'],
    [429, 'retry'],
    [503, 'retry'],
    [403, 'retry'],
  ] as const) {
    test(`a Web Push response of ${status} is ${kind}`, async () => {
      const browser = service.subscribe()
      service.respond = () => new Response('so it is', { status, headers: { 'retry-after': '30' } })
      const retryAfterMs = kind === 'retry' ? { retryAfterMs: 30_000 } : {}
      expect(await push.webPush(browser.subscription, MESSAGE)).toEqual({
        kind,
        error: `${status} so it is`,
        ...retryAfterMs,
      })
    })
  }

  test('a Web Push message goes to known push services only', async () => {
    const browser = service.subscribe()
    const strict = open(readConfig({ ...settings, WEB_PUSH_ORIGINS: 'https://push.example' }).push)
    expect(await strict.webPush(browser.subscription, MESSAGE)).toMatchObject({ kind: 'refused' })
    expect(service.received).toEqual([])

    const origins = ['https://fcm.googleapis.com', 'https://*.push.apple.com']
    for (const good of ['https://fcm.googleapis.com/fcm/send/x', 'https://web.push.apple.com/x'])
      expect(isKnownPushHost(good, origins)).toBe(true)
    for (const bad of [
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com@evil.example/x',
      'https://user:word@fcm.googleapis.com/x',
      'https://evilpush.apple.com/x',
      'https://push.apple.com.evil.example/x',
      'https://127.0.0.1/x',
      'https://169.254.169.254/latest/meta-data',
      'file:///etc/passwd',
    ])
      expect([bad, isKnownPushHost(bad, origins)]).toEqual([bad, false])
  })

  test('a Web Push subscription is parsed with its keys, and an invalid one is described', () => {
    const { subscription } = service.subscribe()
    const good = JSON.parse(subscription)
    expect(readSubscription(subscription)).toEqual({ endpoint: good.endpoint, keys: good.keys })
    const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString('base64url')
    for (const bad of [
      '{',
      'null',
      '7',
      '[]',
      '{}',
      JSON.stringify({ ...good, endpoint: 'push' }),
      JSON.stringify({ ...good, endpoint: 7 }),
      JSON.stringify({ ...good, keys: null }),
      JSON.stringify({ ...good, keys: { ...good.keys, auth: 'AAAA' } }),
      JSON.stringify({ ...good, keys: { ...good.keys, auth: '!' } }),
      JSON.stringify({ ...good, keys: { ...good.keys, p256dh: 'AAAA' } }),
      JSON.stringify({ ...good, keys: { ...good.keys, p256dh: offCurve } }),
    ])
      expect(readSubscription(bad)).toEqual({ error: expect.any(String) })
  })
})

describe('the push settings', () => {
  const errorsOf = (changes: Record<string, string>) => {
    try {
      readConfig({ ...settings, ...changes })
      return []
    } catch (error) {
      return (error as ConfigError).errors
    }
  }

  test('without credentials a push is logged and reported as logged', async () => {
    const logged = open(readConfig({ LYCEUM_ENV: 'test' }).push)
    expect(await logged.fcm('phone', MESSAGE)).toEqual({ kind: 'logged' })
    expect(await logged.webPush('{}', MESSAGE)).toEqual({ kind: 'logged' })
  })

  test('invalid push settings are reported at the start', () => {
    expect(errorsOf({ FCM_SERVICE_ACCOUNT_FILE: '/nowhere' })[0]).toContain('cannot be read')
    expect(errorsOf({ FCM_SERVICE_ACCOUNT_FILE: import.meta.path })[0]).toContain('is not a service account')
    expect(errorsOf({ WEB_PUSH_PRIVATE_KEY: '' })[0]).toContain('WEB_PUSH_PRIVATE_KEY must be set too')
    expect(errorsOf({ WEB_PUSH_PUBLIC_KEY: 'short' })[0]).toContain('keys web-push')
    expect(errorsOf({ WEB_PUSH_SUBJECT: 'me' })[0]).toContain('mailto:')
    expect(errorsOf({ WEB_PUSH_ORIGINS: 'push.example' })[0]).toContain('origins')
    expect(errorsOf({ APP_LINK_BASE: 'no scheme' })[0]).toContain('lyceum://')
  })
})
