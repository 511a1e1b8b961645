import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { MINUTE_MS, useClock, useSystemClock } from '../../../src/platform/clock.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { until } from '../../../test/harness/until.ts'
import { createLyceum, type Live, type LiveState, type Lyceum, memoryStorage } from '../src/lyceum.ts'

setDefaultTimeout(60_000)

/** Real sockets, kept so that a test can cut them. */
const sockets: WebSocket[] = []
class CuttableSocket extends WebSocket {
  constructor(url: string, protocols?: string[]) {
    super(url, protocols)
    sockets.push(this)
  }
}

let service: TestService
const opened: Live[] = []
beforeAll(async () => {
  service = await startTestService({ DEMO_CONTENT: 'on' })
})
afterEach(() => {
  useSystemClock()
  for (const live of opened.splice(0)) live.close()
  sockets.length = 0
})
afterAll(() => service.stop())

async function newLearner(storage = memoryStorage()): Promise<Lyceum> {
  const lyceum = createLyceum({ url: service.url, WebSocket: CuttableSocket, storage })
  const username = `live_${Bun.randomUUIDv7().replaceAll('-', '').slice(0, 24)}`
  const body = { email: `${username}@example.com`, password: 'correct-horse-battery', username }
  await lyceum.call('POST /auth/register', { body })
  return lyceum
}
function openLive(lyceum: Lyceum): Live {
  const live = lyceum.live()
  opened.push(live)
  return live
}
const untilState = (live: Live, state: LiveState) => until(() => live.state === state, 30)

test('it connects, says what was sent before, and hears notifications', async () => {
  const lyceum = await newLearner()
  const { data: contests } = await lyceum.call('GET /user/contests')
  const contestId = contests.items[0]!.id
  const live = openLive(lyceum)
  const board = live.next('contest.leaderboard')
  const told = live.next('notification')
  live.send('contest.subscribe', { contestId })
  expect((await board).data.contestId).toBe(contestId)
  expect(live.state).toBe('open')
  const { data: courses } = await lyceum.call('GET /course', { query: { limit: 100 } })
  const free = courses.find(({ isPremium }) => !isPremium)!
  const { data: course } = await lyceum.call('GET /course/{id}', { path: { id: free.id } })
  await lyceum.call('POST /user-lessons/{lessonId}/complete', {
    path: { lessonId: course.lessons[0]!.id },
    body: {},
  })
  expect((await told).data.type).toBe('BADGE_EARNED')
})

test('a connection that is cut is made again, with what was watched', async () => {
  const lyceum = await newLearner()
  const { data: contests } = await lyceum.call('GET /user/contests')
  const contestId = contests.items[0]!.id
  const live = openLive(lyceum)
  const states: LiveState[] = []
  live.onState((state) => states.push(state))
  const first = live.next('contest.leaderboard')
  live.send('contest.subscribe', { contestId })
  await first
  const again = live.next('contest.leaderboard')
  sockets[0]!.close()
  expect((await again).data.contestId).toBe(contestId)
  expect(sockets.length).toBe(2)
  expect(states).toEqual(['open', 'waiting', 'connecting', 'open'])
})

test('a refused frame comes back as an error, and the connection stays', async () => {
  const live = openLive(await newLearner())
  const refused = live.next('error')
  live.send('contest.subscribe', { contestId: 'none' })
  expect((await refused).data).toMatchObject({ code: 'VALIDATION_FAILED', replyTo: 'contest.subscribe' })
  expect(live.state).toBe('open')
})

test('a token that has run out is renewed before connecting', async () => {
  const storage = memoryStorage()
  const lyceum = await newLearner(storage)
  const before = (await storage.load())!.accessToken
  useClock(() => Date.now() + 16 * MINUTE_MS)
  const live = openLive(lyceum)
  await untilState(live, 'open')
  expect((await storage.load())!.accessToken).not.toBe(before)
})

test('it is closed for good when the session ends, when nobody is signed in, and when the program says so', async () => {
  const lyceum = await newLearner()
  const live = openLive(lyceum)
  await untilState(live, 'open')
  await lyceum.call('POST /auth/logout-all')
  await untilState(live, 'closed')
  expect(live.reason).toContain('session has ended')
  expect(() => live.send('ping', {})).toThrow('closed')

  const nobody = openLive(lyceum)
  await untilState(nobody, 'closed')
  expect(nobody.reason).toBe('nobody is signed in')

  const other = openLive(await newLearner())
  const waiting = other.next('notification')
  other.close()
  expect(waiting).rejects.toThrow('closed by the program')
})
