import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import webPush from 'web-push'
import type { TestUser } from '../../../../test/harness/api-client.ts'
import {
  startTestPushService,
  type TestPushService,
} from '../../../../test/harness/external-services/push-service.ts'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'

const keys = webPush.generateVAPIDKeys()
let pushService: TestPushService
let service: TestService
beforeAll(async () => {
  pushService = startTestPushService(keys.publicKey)
  service = await startTestService({
    WEB_PUSH_PUBLIC_KEY: keys.publicKey,
    WEB_PUSH_PRIVATE_KEY: keys.privateKey,
    WEB_PUSH_SUBJECT: 'mailto:ops@lyceum.example',
    WEB_PUSH_ORIGINS: pushService.url,
  })
})
afterAll(async () => {
  await service.stop()
  await pushService.stop()
})

const register = (user: TestUser, token: unknown, platform: unknown = 'android') =>
  service.call('POST /notifications/device-token', { token: user.accessToken, body: { token, platform } })
const unregister = (user: TestUser, token: string) =>
  service.call('DELETE /notifications/device-token', { token: user.accessToken, body: { token } })
const devices = async (user: TestUser) => [
  ...(await service.test.database.query<{ token: string; platform: string; kind: string }>`
    select token, platform, kind from device_token where user_id = ${user.id} order by last_seen_at, id`),
]
const tokens = async (user: TestUser) => (await devices(user)).map(({ token }) => token)

describe('registering a device', () => {
  test('registering a device returns only a message, accepts any case of the platform, and is idempotent', async () => {
    const user = await service.register()
    for (const platform of ['ios', 'IOS', 'iOS', 'Android', 'WEB']) {
      const { status, body } = await register(user, `token of ${platform}`, platform)
      expect([status, body]).toEqual([201, { success: true, message: 'The device is registered' }])
    }
    await register(user, 'token of ios', 'ios')
    expect((await devices(user)).map(({ platform }) => platform).sort()).toEqual([
      'ANDROID',
      'IOS',
      'IOS',
      'IOS',
      'WEB',
    ])
  })

  test('an Idempotency-Key of an earlier session registers the device again, because sign-out deleted it', async () => {
    const user = await service.register()
    const headers = { 'idempotency-key': 'start-of-the-app' }
    const body = { token: 'token of a phone', platform: 'ios' }
    const registerBy = (token: string) =>
      service.call('POST /notifications/device-token', { token, headers, body })
    expect((await registerBy(user.accessToken)).status).toBe(201)
    await service.call('POST /auth/logout', { token: user.accessToken })
    expect(await tokens(user)).toEqual([])
    const { email, password } = user
    const next = await service.call('POST /auth/login', { body: { email, password } })
    expect((await registerBy(next.body.data.accessToken)).status).toBe(201)
    expect(await tokens(user)).toEqual(['token of a phone'])
  })

  test('an invalid token and an invalid platform are refused', async () => {
    const user = await service.register()
    for (const [token, platform] of [
      ['', 'ios'],
      ['   ', 'ios'],
      ['x'.repeat(4_097), 'ios'],
      [7, 'ios'],
      [undefined, 'ios'],
      ['token', 'windows'],
      ['token', ''],
      ['token', null],
    ]) {
      const { status, body } = await register(user, token, platform)
      expect([token, platform, status, body.error.code]).toEqual([token, platform, 400, 'VALIDATION_FAILED'])
    }
    expect(await devices(user)).toEqual([])
  })

  test('a browser subscription is registered and recognized by its endpoint', async () => {
    const user = await service.register()
    const { subscription, endpoint } = pushService.subscribe()
    expect((await register(user, subscription, 'web')).status).toBe(201)
    expect(
      (await register(user, ` ${JSON.stringify(JSON.parse(subscription), null, 2)}\n`, 'Web')).status,
    ).toBe(201)
    const stored = await devices(user)
    expect(stored).toMatchObject([{ platform: 'WEB', kind: 'WEB_PUSH' }])
    expect(JSON.parse(stored[0]!.token)).toEqual({ endpoint, keys: JSON.parse(subscription).keys })
    expect((await unregister(user, subscription)).status).toBe(200)
    expect(await devices(user)).toEqual([])
  })

  test('an unusable subscription and an unknown push service are refused', async () => {
    const user = await service.register()
    const good = JSON.parse(pushService.subscribe().subscription)
    const codeOf = async (token: string, platform = 'web') => {
      const { status, body } = await register(user, token, platform)
      return [status, body.error.code]
    }
    expect(await codeOf('{')).toEqual([422, 'TOKEN_UNUSABLE'])
    expect(await codeOf(JSON.stringify({ ...good, keys: {} }))).toEqual([422, 'TOKEN_UNUSABLE'])
    expect(await codeOf(JSON.stringify(good), 'ios')).toEqual([422, 'TOKEN_UNUSABLE'])
    for (const endpoint of [
      'http://169.254.169.254/latest',
      'http://localhost:3000/x',
      'https://evil.example/x',
    ])
      expect(await codeOf(JSON.stringify({ ...good, endpoint }))).toEqual([422, 'PUSH_SERVICE_UNKNOWN'])
    expect(await devices(user)).toEqual([])
  })

  test('a user has at most the ten devices that were seen last', async () => {
    const user = await service.register()
    for (let number = 0; number < 10; number++) await register(user, `token-${number}`)
    await register(user, 'token-0')
    await register(user, 'token-10')
    const stored = await tokens(user)
    expect(stored).toHaveLength(10)
    expect(stored).toContain('token-0')
    expect(stored).toContain('token-10')
    expect(stored).not.toContain('token-1')
  })
})

describe('device tokens', () => {
  test('a token belongs to the user who registered it last, and gets no pushes of the user before', async () => {
    const [first, second] = [await service.register(), await service.register()]
    await register(first, 'shared')
    await register(second, 'shared', 'ios')
    expect([await tokens(first), await tokens(second)]).toEqual([[], ['shared']])
  })

  test('a token can be deleted only by its own user', async () => {
    const [owner, other] = [await service.register(), await service.register()]
    await register(owner, 'mine')
    expect((await unregister(other, 'mine')).status).toBe(404)
    expect(await tokens(owner)).toEqual(['mine'])
    expect((await unregister(owner, 'mine')).body).toMatchObject({ success: true })
    expect((await unregister(owner, 'mine')).status).toBe(404)
  })
})

describe('concurrent registrations', () => {
  test('a token that many users register concurrently belongs to one of them', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => service.register()))
    const rounds = Array.from({ length: 3 }, () =>
      users.map((user) => register(user, 'wanted by all')),
    ).flat()
    expect((await Promise.all(rounds)).map(({ status }) => status)).toEqual(rounds.map(() => 201))
    const owners = await Promise.all(users.map(tokens))
    expect(owners.flat()).toEqual(['wanted by all'])
  })

  test('thirty concurrent registrations of one user leave ten tokens', async () => {
    const user = await service.register()
    const many = Array.from({ length: 30 }, (_, number) => register(user, `concurrent ${number}`))
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([201]))
    expect(await tokens(user)).toHaveLength(10)
  })

  test('concurrent registrations of one token by one user store it once', async () => {
    const user = await service.register()
    await Promise.all(Array.from({ length: 12 }, () => register(user, 'the same')))
    expect(await tokens(user)).toEqual(['the same'])
  })
})

test('a signed-in user can read the public key for browser pushes', async () => {
  const user = await service.register()
  const { body } = await service.call('GET /notifications/web-push-key', { token: user.accessToken })
  expect(body.data).toEqual({ publicKey: keys.publicKey })
})
