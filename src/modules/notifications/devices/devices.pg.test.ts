import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import webPush from 'web-push'
import {
  startTestPushService,
  type TestPushService,
} from '../../../../test/harness/external-services/push-service.ts'
import { startTestService, type TestService, type TestUser } from '../../../../test/harness/service.ts'

setDefaultTimeout(120_000)

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
  test('is answered with a message alone, whatever the case of the platform, and again in the same way', async () => {
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

  test('in the next session is done anew under the same Idempotency-Key, because the device went with the last one', async () => {
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

  test('refuses what is no token and no platform', async () => {
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

  test('takes the subscription of a browser, and knows it again by its endpoint', async () => {
    const user = await service.register()
    const { subscription, endpoint } = pushService.subscribe()
    expect((await register(user, subscription, 'web')).status).toBe(201)
    expect(
      (await register(user, ` ${JSON.stringify(JSON.parse(subscription), null, 2)}\n`, 'Web')).status,
    ).toBe(201)
    const kept = await devices(user)
    expect(kept).toMatchObject([{ platform: 'WEB', kind: 'WEB_PUSH' }])
    expect(JSON.parse(kept[0]!.token)).toEqual({ endpoint, keys: JSON.parse(subscription).keys })
    expect((await unregister(user, subscription)).status).toBe(200)
    expect(await devices(user)).toEqual([])
  })

  test('refuses a subscription that nobody can be reached by, or that leads elsewhere', async () => {
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

  test('keeps the ten that were seen last', async () => {
    const user = await service.register()
    for (let number = 0; number < 10; number++) await register(user, `token-${number}`)
    await register(user, 'token-0')
    await register(user, 'token-10')
    const kept = await tokens(user)
    expect(kept).toHaveLength(10)
    expect(kept).toContain('token-0')
    expect(kept).toContain('token-10')
    expect(kept).not.toContain('token-1')
  })
})

describe('a token', () => {
  test('belongs to the user who registered it last, and the pushes of the one before do not go there', async () => {
    const [first, second] = [await service.register(), await service.register()]
    await register(first, 'shared')
    await register(second, 'shared', 'ios')
    expect([await tokens(first), await tokens(second)]).toEqual([[], ['shared']])
  })

  test('is taken off by its own user only', async () => {
    const [owner, other] = [await service.register(), await service.register()]
    await register(owner, 'mine')
    expect((await unregister(other, 'mine')).status).toBe(404)
    expect(await tokens(owner)).toEqual(['mine'])
    expect((await unregister(owner, 'mine')).body).toMatchObject({ success: true })
    expect((await unregister(owner, 'mine')).status).toBe(404)
  })
})

describe('at once', () => {
  test('a token that many users register belongs to one of them', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => service.register()))
    const rounds = Array.from({ length: 3 }, () =>
      users.map((user) => register(user, 'wanted by all')),
    ).flat()
    expect((await Promise.all(rounds)).map(({ status }) => status)).toEqual(rounds.map(() => 201))
    const owners = await Promise.all(users.map(tokens))
    expect(owners.flat()).toEqual(['wanted by all'])
  })

  test('thirty tokens of one user become ten', async () => {
    const user = await service.register()
    const many = Array.from({ length: 30 }, (_, number) => register(user, `at once ${number}`))
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([201]))
    expect(await tokens(user)).toHaveLength(10)
  })

  test('the same token of one user is kept once', async () => {
    const user = await service.register()
    await Promise.all(Array.from({ length: 12 }, () => register(user, 'the same')))
    expect(await tokens(user)).toEqual(['the same'])
  })
})

test('the key for browsers is there for whoever is signed in', async () => {
  const user = await service.register()
  const { body } = await service.call('GET /notifications/web-push-key', { token: user.accessToken })
  expect(body.data).toEqual({ publicKey: keys.publicKey })
})
