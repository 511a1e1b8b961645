import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { MINUTE_MS, useClock, useSystemClock } from '../../../src/platform/clock.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import {
  createLyceum,
  LyceumError,
  type LyceumOptions,
  memoryStorage,
  type TokenStorage,
} from '../src/lyceum.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy-testbed.ts'

let service: TestService
let proxy: FaultyProxy
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
  proxy = await startFaultyProxy(service.url)
})
afterAll(async () => {
  await proxy.stop()
  await service.stop()
})
afterEach(() => {
  useSystemClock()
  proxy.seen.length = 0
})

let count = 0
const newUser = () => {
  const username = `client_${++count}`
  return { email: `${username}@example.com`, password: 'correct-horse-battery', username }
}
const open = (options: Partial<LyceumOptions> = {}) => createLyceum({ url: proxy.url, ...options })
async function signedIn(options: Partial<LyceumOptions> = {}) {
  const lyceum = open(options)
  await lyceum.call('POST /auth/register', { body: newUser() })
  proxy.seen.length = 0
  return lyceum
}
const errorOf = async (work: Promise<unknown>): Promise<LyceumError> => {
  const error = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(error).toBeInstanceOf(LyceumError)
  return error
}
const passing = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ success: false, message: 'Not now.', error: { code, requestId: 'r' } }, { status, headers })

describe('a client call', () => {
  test('a call returns the documented, typed response and stores the session', async () => {
    const lyceum = open()
    expect(await lyceum.isSignedIn()).toBe(false)
    const { data } = await lyceum.call('POST /auth/register', { body: newUser() })
    const { data: profile } = await lyceum.call('GET /user/profile')
    const xp: number = profile.totalXP
    expect([profile.id, xp]).toEqual([data.user.id, 0])
    const { data: courses, meta } = await lyceum.call('GET /course', {
      query: { limit: 2, search: undefined },
    })
    expect([courses.length, meta.limit]).toEqual([2, 2])
    await lyceum.call('POST /auth/logout')
    expect(await lyceum.isSignedIn()).toBe(false)
    expect((await errorOf(lyceum.call('GET /user/profile'))).code).toBe('UNAUTHENTICATED')
  })

  test('a refused call throws an error with its code', async () => {
    const lyceum = await signedIn()
    const weak = await errorOf(
      open().call('POST /auth/register', { body: { ...newUser(), email: 'nobody', username: 'x' } }),
    )
    expect([weak.code, weak.status, weak.details.map(({ field }) => field).sort()]).toEqual([
      'VALIDATION_FAILED',
      400,
      ['email', 'username'],
    ])
    expect(weak.requestId).toEqual(expect.any(String))
    await lyceum.call('POST /auth/set-wallet-pin', { body: { pin: '739164' } })
    const wrong = await errorOf(lyceum.call('POST /auth/verify-wallet-pin', { body: { pin: '111222' } }))
    expect([wrong.code, wrong.status, wrong.extra.remainingAttempts]).toEqual(['PIN_INVALID', 403, 4])
    const path = { id: Bun.randomUUIDv7() }
    expect((await errorOf(lyceum.call('GET /course/{id}', { path }))).status).toBe(404)
  })

  test('a call can send a form with a file', async () => {
    const lyceum = await signedIn()
    const form = new FormData()
    form.set('bio', 'In a form.')
    form.set('avatar', new Blob(['no picture']), 'picture.png')
    const error = await errorOf(lyceum.call('PATCH /user/profile', { body: form }))
    expect(error.status).toBe(415)
    form.delete('avatar')
    expect((await lyceum.call('PATCH /user/profile', { body: form })).data.bio).toBe('In a form.')
  })

  test('a call is cancelled by its signal', async () => {
    const stop = AbortSignal.abort(new Error('enough'))
    expect(open().call('GET /leaderboard/weekly', { signal: stop })).rejects.toThrow('enough')
    proxy.plan('GET /leaderboard', passing(503, 'SHUTTING_DOWN', { 'retry-after': '15' }))
    const later = new AbortController()
    const waiting = open().call('GET /leaderboard/weekly', { signal: later.signal })
    setTimeout(() => later.abort(new Error('too long')), 50)
    expect(waiting).rejects.toThrow('too long')
  })
})

describe('a request that is lost in the network', () => {
  test('a lost request is retried with the same key and has one effect', async () => {
    const lyceum = await signedIn()
    const { data: courses } = await lyceum.call('GET /course', { query: { limit: 100 } })
    const free = courses.find(({ isPremium }) => !isPremium)!
    const { data: course } = await lyceum.call('GET /course/{id}', { path: { id: free.id } })
    const lesson = course.lessons[0]!
    proxy.seen.length = 0
    proxy.plan('POST /user-lessons', 'lose the request', 'lose the answer')
    const { data } = await lyceum.call('POST /user-lessons/{lessonId}/complete', {
      path: { lessonId: lesson.id },
      body: {},
    })
    // Returns the first response although it was lost: a second completion would have earned nothing.
    expect(data.xpEarned).toBe(lesson.xpReward)
    expect(proxy.seen.length).toBe(3)
    expect(new Set(proxy.seen.map(({ key }) => key)).size).toBe(1)
    expect(proxy.seen[0]!.key).toEqual(expect.any(String))
    const other = await lyceum.call('POST /user-lessons/{lessonId}/complete', {
      path: { lessonId: lesson.id },
      body: {},
    })
    expect(other.data.xpEarned).toBe(0)
    expect(proxy.seen[3]!.key).not.toBe(proxy.seen[0]!.key)
  })

  test('a retry waits for Retry-After, and gives up if that is too long', async () => {
    const lyceum = open()
    proxy.plan('GET /leaderboard', passing(429, 'RATE_LIMITED', { 'retry-after': '1' }), passing(503, 'BUSY'))
    const before = performance.now()
    expect((await lyceum.call('GET /leaderboard/weekly')).success).toBe(true)
    expect(performance.now() - before).toBeGreaterThan(1_000)
    expect(proxy.seen.length).toBe(3)
    proxy.plan('GET /leaderboard', passing(429, 'RATE_LIMITED', { 'retry-after': '3600' }))
    const error = await errorOf(lyceum.call('GET /leaderboard/weekly'))
    expect([error.code, error.status, error.retryAfterSeconds]).toEqual(['RATE_LIMITED', 429, 3600])
    proxy.plan('GET /leaderboard', new Response('<html>Bad gateway</html>', { status: 500 }))
    const foreign = await errorOf(lyceum.call('GET /leaderboard/weekly'))
    expect([foreign.code, foreign.status]).toEqual(['UNREADABLE', 500])
  })

  test('a call to an unreachable or silent service fails with its own code', async () => {
    const unreachable = open({ url: 'http://127.0.0.1:9', retries: 1 })
    const error = await errorOf(unreachable.call('GET /leaderboard/weekly'))
    expect([error.code, error.status]).toEqual(['UNREACHABLE', 0])
    const silent = Bun.serve({ port: 0, fetch: () => new Promise(() => {}), idleTimeout: 60 })
    const late = open({ url: silent.url.origin, timeoutMs: 50, retries: 0 })
    expect((await errorOf(late.call('GET /leaderboard/weekly'))).code).toBe('TIMED_OUT')
    await silent.stop(true)
  })
})

describe('an expired access token', () => {
  const refreshes = () => proxy.seen.filter(({ name }) => name === 'POST /auth/refresh').length

  test('concurrent calls with an expired token share one refresh and all succeed', async () => {
    const lyceum = await signedIn()
    useClock(() => Date.now() + 16 * MINUTE_MS)
    const responses = await Promise.all(Array.from({ length: 20 }, () => lyceum.call('GET /user/profile')))
    expect(new Set(responses.map(({ data }) => data.id)).size).toBe(1)
    expect(refreshes()).toBe(1)
    await lyceum.call('GET /user/profile')
    expect(refreshes()).toBe(1)
  })

  test('an expired token is refreshed although the first refresh response is lost', async () => {
    const lyceum = await signedIn()
    useClock(() => Date.now() + 16 * MINUTE_MS)
    proxy.plan('POST /auth/refresh', 'lose the answer')
    expect((await lyceum.call('GET /user/profile')).success).toBe(true)
    expect(refreshes()).toBe(2)
    useClock(() => Date.now() + 32 * MINUTE_MS)
    expect((await lyceum.call('GET /user/profile')).success).toBe(true)
  })

  test('two programs that share a storage can refresh concurrently without ending the session', async () => {
    const shared = memoryStorage()
    // Both requests are sent with the old pair before either receives the new one.
    let expectedRefreshes = 0
    const save: TokenStorage['save'] = async (tokens) => {
      await waitUntil(() => refreshes() >= expectedRefreshes)
      await shared.save(tokens)
    }
    const slow: TokenStorage = { ...shared, save }
    const [one, other] = [await signedIn({ storage: slow }), open({ storage: slow })]
    expectedRefreshes = 2
    useClock(() => Date.now() + 16 * MINUTE_MS)
    await Promise.all([one.call('GET /user/profile'), other.call('GET /user/profile')])
    expect(refreshes()).toBeGreaterThanOrEqual(2)
    useClock(() => Date.now() + 32 * MINUTE_MS)
    expect((await one.call('GET /user/profile')).success).toBe(true)
    expect((await other.call('GET /user/profile')).success).toBe(true)
  })

  test('a session that was revoked elsewhere ends in the client', async () => {
    let signedOutCalls = 0
    const storage = memoryStorage()
    const lyceum = await signedIn({ storage, onSignedOut: () => signedOutCalls++ })
    await open({ storage: memoryStorage(await storage.load()) }).call('POST /auth/logout-all')
    const errors = await Promise.all([
      errorOf(lyceum.call('GET /user/profile')),
      errorOf(lyceum.call('GET /user-courses')),
    ])
    expect(errors.map(({ code }) => code)).toEqual(['SIGNED_OUT', 'SIGNED_OUT'])
    expect([signedOutCalls, await lyceum.isSignedIn()]).toEqual([1, false])
  })
})
