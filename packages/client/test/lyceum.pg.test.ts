import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { MINUTE_MS, useClock, useSystemClock } from '../../../src/platform/clock.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import {
  type AuthState,
  createLyceum,
  type KeyValueStorage,
  keyValueStorage,
  LyceumError,
  type LyceumOptions,
  memoryStorage,
  type RequestHooks,
  type RequestResult,
  type TokenStorage,
  type UploadProgress,
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

describe('the named methods and lists', () => {
  test('a named method does the same as a call', async () => {
    const lyceum = open()
    await lyceum.api.register({ body: newUser() })
    const { data: profile } = await lyceum.api.getProfile()
    expect(profile).toEqual((await lyceum.call('GET /user/profile')).data)
    const error = await errorOf(lyceum.api.getCourse({ path: { id: Bun.randomUUIDv7() } }))
    expect(error.status).toBe(404)
    expect(proxy.seen.map(({ name }) => name)).toContain('GET /user/profile')
  })

  test('the items of all pages are read when the program needs them, by page number and by cursor', async () => {
    const lyceum = await signedIn()
    const { data: all } = await lyceum.call('GET /course', { query: { limit: 100 } })
    expect(all.length).toBeGreaterThan(4)
    proxy.seen.length = 0
    const titles: string[] = []
    for await (const { title } of lyceum.each('GET /course', { query: { limit: 2 } })) titles.push(title)
    expect(titles).toEqual(all.map(({ title }) => title))
    expect(proxy.seen.length).toBe(Math.ceil(all.length / 2))
    proxy.seen.length = 0
    for await (const { title } of lyceum.each('GET /course', { query: { limit: 2 } }))
      if (title === titles[1]) break
    expect(proxy.seen.length).toBe(1)

    const contests: string[] = []
    for await (const { id } of lyceum.each('GET /user/contests', { query: { limit: 1 } })) contests.push(id)
    const { data } = await lyceum.call('GET /user/contests', { query: { limit: 100 } })
    expect(contests).toEqual(data.items.map(({ id }) => id))

    const course = all.find(({ isPremium }) => !isPremium)!
    const { data: read } = await lyceum.call('GET /course/{id}', { path: { id: course.id } })
    for (const { id: lessonId } of read.lessons.slice(0, 3))
      await lyceum.call('POST /user-lessons/{lessonId}/complete', { path: { lessonId }, body: {} })
    proxy.seen.length = 0
    const entries: string[] = []
    for await (const { id } of lyceum.each('GET /user/ledger', { query: { limit: 2 } })) entries.push(id)
    const { data: ledger } = await lyceum.call('GET /user/ledger', { query: { limit: 100 } })
    expect(entries.length).toBeGreaterThan(2)
    expect(entries).toEqual(ledger.map(({ id }) => id))
    expect(proxy.seen[1]!.name).toContain('cursor=')
  })
})

describe('hooks', () => {
  test('hooks see every attempt and may add headers', async () => {
    const results: RequestResult[] = []
    const hooks: RequestHooks = {
      onRequest: ({ headers }) => {
        headers['x-request-id'] = 'of-the-program'
      },
      onResponse: (result) => void results.push(result),
    }
    proxy.plan('GET /leaderboard', passing(503, 'BUSY'))
    await open({ hooks }).call('GET /leaderboard/weekly')
    expect(results.map(({ status, method }) => [method, status])).toEqual([
      ['GET', 503],
      ['GET', 200],
    ])
    expect(results[1]).toMatchObject({ requestId: 'of-the-program', url: expect.stringContaining('/weekly') })
    expect(results[1]!.durationMs).toBeGreaterThan(0)
    const unreachable = open({ hooks, url: 'http://127.0.0.1:9', retries: 0 })
    await errorOf(unreachable.call('GET /leaderboard/weekly'))
    expect([results[2]!.status, results[2]!.error instanceof Error]).toEqual([0, true])
  })

  test('an upload reports how many bytes were sent', async () => {
    const lyceum = await signedIn()
    const form = new FormData()
    form.set('bio', 'x'.repeat(300))
    form.set('avatar', new Blob([new Uint8Array(300_000)]), 'picture.png')
    const progress: UploadProgress[] = []
    const onUploadProgress = (each: UploadProgress) => void progress.push(each)
    expect((await errorOf(lyceum.call('PATCH /user/profile', { body: form, onUploadProgress }))).status).toBe(
      415,
    )
    expect(progress.at(-1)!.total!).toBeGreaterThan(300_000)
    expect(progress.at(-1)!.loaded).toBe(progress.at(-1)!.total!)
    expect(progress.map(({ loaded }) => loaded)).toEqual(
      progress.map(({ loaded }) => loaded).toSorted((a, b) => a - b),
    )
    form.delete('avatar')
    const changed = await lyceum.call('PATCH /user/profile', { body: form, onUploadProgress })
    expect(changed.data.bio).toBe('x'.repeat(300))
  })
})

describe('the state of the session', () => {
  const statesOf = (lyceum: ReturnType<typeof open>) => {
    const states: AuthState[] = []
    const stop = lyceum.onAuthState((state) => states.push(state))
    return { states, stop }
  }

  test('signing in and out is reported once each, and a refresh is not', async () => {
    const lyceum = open()
    const { states, stop } = statesOf(lyceum)
    const user = newUser()
    await lyceum.call('POST /auth/register', { body: user })
    useClock(() => Date.now() + 16 * MINUTE_MS)
    await lyceum.call('GET /user/profile')
    await lyceum.call('POST /auth/logout')
    expect(states).toEqual(['signed-in', 'signed-out'])
    stop()
    await lyceum.call('POST /auth/login', { body: user })
    expect(states).toHaveLength(2)
  })

  test('the end of the session is reported', async () => {
    const storage = memoryStorage()
    const lyceum = await signedIn({ storage })
    const { states } = statesOf(lyceum)
    await open({ storage: memoryStorage(await storage.load()) }).call('POST /auth/logout-all')
    expect((await errorOf(lyceum.call('GET /user/profile'))).code).toBe('SIGNED_OUT')
    expect(states).toEqual(['signed-out'])
  })

  /** Two tabs with one `localStorage`: a change is reported to the other tab. */
  function openTabs() {
    const shared = memoryStorage()
    const changes: (() => void)[] = []
    const storageOf = (tab: number): TokenStorage => {
      const changed = () => changes.filter((_, index) => index !== tab).forEach((report) => void report())
      return {
        load: shared.load,
        save: async (tokens) => {
          await shared.save(tokens)
          changed()
        },
        clear: async () => {
          await shared.clear()
          changed()
        },
        watch: (onChange) => {
          changes[tab] = onChange
        },
      }
    }
    const openTab = (tab: number): Tab => {
      const events: string[] = []
      const lyceum = open({
        storage: storageOf(tab),
        onSignedOut: () => events.push('signed out'),
        onOtherTab: () => events.push('other tab'),
      })
      return { lyceum, events, states: statesOf(lyceum).states }
    }
    return [openTab(0), openTab(1)] as const
  }
  interface Tab {
    lyceum: ReturnType<typeof open>
    events: string[]
    states: AuthState[]
  }

  test('a sign-in and a sign-out in one tab reach the other, and a refresh does not', async () => {
    const [one, other] = openTabs()
    const [first, second] = [newUser(), newUser()]
    await one.lyceum.call('POST /auth/register', { body: first })
    await waitUntil(() => other.events.length === 1)
    expect(other.events).toEqual(['other tab'])
    useClock(() => Date.now() + 16 * MINUTE_MS)
    await one.lyceum.call('GET /user/profile')
    expect((await other.lyceum.call('GET /user/profile')).data.username).toBe(first.username)
    await one.lyceum.call('POST /auth/logout')
    await waitUntil(() => other.events.length === 2)
    // Another user signs in while the tab still shows the first.
    await one.lyceum.call('POST /auth/register', { body: second })
    await waitUntil(() => other.events.length === 3)
    await one.lyceum.call('POST /auth/login', { body: first })
    await waitUntil(() => other.events.length === 4)
    expect(other.events).toEqual(['other tab', 'signed out', 'other tab', 'other tab'])
    expect(other.states).toEqual(['signed-in', 'signed-out', 'signed-in', 'signed-in'])
    expect(one.events).toEqual([])
  })

  test('a sign-out in another tab is reported once, also if a call comes before the event of the browser', async () => {
    const shared = memoryStorage()
    const one = await signedIn({ storage: shared })
    const events: string[] = []
    let report: () => void = () => undefined
    const other = open({
      storage: {
        ...shared,
        watch: (onChange) => {
          report = onChange
        },
      },
      onSignedOut: () => events.push('signed out'),
      onOtherTab: () => events.push('other tab'),
    })
    expect(await other.isSignedIn()).toBe(true)
    await one.call('POST /auth/logout')
    expect([await other.isSignedIn(), events]).toEqual([false, ['signed out']])
    report()
    expect([await other.isSignedIn(), events]).toEqual([false, ['signed out']])
  })

  test('a damaged storage counts as signed out, and a sign-in repairs it', async () => {
    const tokens = JSON.stringify({ accessToken: 'a', refreshToken: 'b', expiresAt: 'soon' })
    for (const damaged of ['', '{', 'null', '[]', '7', '"text"', '{"accessToken":"a"}', tokens]) {
      const texts = new Map([['lyceum.tokens', damaged]])
      const device: KeyValueStorage = {
        getItem: (key) => texts.get(key) ?? null,
        setItem: (key, value) => void texts.set(key, value),
        removeItem: (key) => void texts.delete(key),
      }
      const lyceum = open({ storage: keyValueStorage(device) })
      expect([damaged, await lyceum.isSignedIn()]).toEqual([damaged, false])
      expect((await errorOf(lyceum.call('GET /user/profile'))).code).toBe('UNAUTHENTICATED')
      if (damaged !== '{') continue
      await lyceum.call('POST /auth/register', { body: newUser() })
      expect(await open({ storage: keyValueStorage(device) }).isSignedIn()).toBe(true)
    }
  })
})
