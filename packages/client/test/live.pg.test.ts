import { afterAll, afterEach, beforeAll, expect, spyOn, test } from 'bun:test'
import { BATTLE_RULES } from '../../../src/modules/battle-game/public/rules.ts'
import { MINUTE_MS, useClock, useSystemClock } from '../../../src/platform/clock.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import {
  createLyceum,
  type Frame,
  type Live,
  type LiveSocket,
  type LiveState,
  type Lyceum,
  LyceumError,
  memoryStorage,
} from '../src/lyceum.ts'

/** Real sockets, collected so that a test can close them. */
const cuttable = (created: WebSocket[]): LiveSocket =>
  class extends WebSocket {
    constructor(url: string, protocols?: string[]) {
      super(url, protocols)
      created.push(this)
    }
  }

let service: TestService
const created: Live[] = []
beforeAll(async () => {
  const battleRules = { ...BATTLE_RULES, countdownMs: 100, revealMs: 100, questionMs: 20_000 }
  service = await startTestService({ DEMO_CONTENT: 'on' }, undefined, { battleRules })
})
afterEach(() => {
  useSystemClock()
  for (const live of created.splice(0)) live.close()
})
afterAll(() => service.stop())

async function newLearner(storage = memoryStorage(), sockets: WebSocket[] = []): Promise<Lyceum> {
  const lyceum = createLyceum({ url: service.url, WebSocket: cuttable(sockets), storage })
  const username = `live_${Bun.randomUUIDv7().replaceAll('-', '').slice(0, 24)}`
  const body = { email: `${username}@example.com`, password: 'correct-horse-battery', username }
  await lyceum.call('POST /auth/register', { body })
  return lyceum
}
function openLive(lyceum: Lyceum): Live {
  const live = lyceum.live()
  created.push(live)
  return live
}
const errorOf = async (work: Promise<unknown>): Promise<LyceumError> => {
  const error = await work.then(
    () => undefined,
    (error) => error,
  )
  expect(error).toBeInstanceOf(LyceumError)
  return error
}
const untilState = (live: Live, state: LiveState) => waitUntil(() => live.state === state)

test('the live channel connects, sends queued frames, and receives notifications', async () => {
  const lyceum = await newLearner()
  const { data: contests } = await lyceum.call('GET /user/contests')
  const contestId = contests.items[0]!.id
  const live = openLive(lyceum)
  const board = live.next('contest.leaderboard')
  const notification = live.next('notification')
  void live.send('contest.subscribe', { contestId })
  expect((await board).data.contestId).toBe(contestId)
  expect(live.state).toBe('open')
  const { data: courses } = await lyceum.call('GET /course', { query: { limit: 100 } })
  const free = courses.find(({ isPremium }) => !isPremium)!
  const { data: course } = await lyceum.call('GET /course/{id}', { path: { id: free.id } })
  await lyceum.call('POST /user-lessons/{lessonId}/complete', {
    path: { lessonId: course.lessons[0]!.id },
    body: {},
  })
  expect((await notification).data.type).toBe('BADGE_EARNED')
})

test('a lost live connection is reopened and watches the same contests again', async () => {
  const sockets: WebSocket[] = []
  const lyceum = await newLearner(memoryStorage(), sockets)
  const { data: contests } = await lyceum.call('GET /user/contests')
  const contestId = contests.items[0]!.id
  const live = openLive(lyceum)
  const states: LiveState[] = []
  live.onState((state) => states.push(state))
  const first = live.next('contest.leaderboard')
  void live.send('contest.subscribe', { contestId })
  await first
  const again = live.next('contest.leaderboard')
  sockets[0]!.close()
  expect((await again).data.contestId).toBe(contestId)
  expect(sockets.length).toBe(2)
  expect(states).toEqual(['open', 'waiting', 'connecting', 'open'])
})

test('a refused frame returns an error frame and the connection stays open', async () => {
  const live = openLive(await newLearner())
  const refused = live.next('error')
  void live.send('contest.subscribe', { contestId: 'none' })
  expect((await refused).data).toMatchObject({ code: 'VALIDATION_FAILED', replyTo: 'contest.subscribe' })
  expect(live.state).toBe('open')
})

test('a sent frame resolves when it is processed, and rejects with the words of the HTTP API', async () => {
  const lyceum = await newLearner()
  const live = openLive(lyceum)
  const { data: contests } = await lyceum.call('GET /user/contests')
  await live.send('contest.subscribe', { contestId: contests.items[0]!.id })
  const topicId = Bun.randomUUIDv7()
  const [overSocket, overHttp] = await Promise.all([
    errorOf(live.send('queue.join', { topicId })),
    errorOf(lyceum.call('POST /quiz-battles/queue/join', { body: { topicId } })),
  ])
  expect([overSocket.code, overSocket.message]).toEqual([overHttp.code, overHttp.message])
  expect(overSocket.code).toBe('UNKNOWN_TOPIC')
  const invalid = { stakeAmount: -1, topicId: 'chess' }
  const [here, there] = await Promise.all([
    errorOf(live.send('queue.join', invalid)),
    errorOf(lyceum.call('POST /quiz-battles/queue/join', { body: invalid })),
  ])
  expect([here.code, here.message, here.details]).toEqual([there.code, there.message, there.details])
  expect(here.details.map(({ field }) => field).toSorted()).toEqual(['stakeAmount', 'topicId'])
  const poor = await errorOf(live.send('queue.join', { stakeAmount: 500 }))
  expect(poor.code).toBe('INSUFFICIENT_GEMS')
})

test('a frame without an answer rejects when its connection is lost', async () => {
  const sockets: WebSocket[] = []
  const live = openLive(await newLearner(memoryStorage(), sockets))
  await untilState(live, 'open')
  const sent = live.send('ping', {})
  sockets[0]!.onclose?.({ code: 1006, reason: '' } as CloseEvent)
  expect((await errorOf(sent)).code).toBe('UNREACHABLE')
  await untilState(live, 'open')
  await live.send('ping', {})
})

test('a matched room is delivered once over reconnects', async () => {
  const sockets: WebSocket[] = []
  const [ada, ben] = [openLive(await newLearner(memoryStorage(), sockets)), openLive(await newLearner())]
  const matched: string[] = []
  ada.on('queue.matched', ({ roomId }) => matched.push(roomId))
  const opponent = ben.next('queue.matched')
  await Promise.all([ada, ben].map((live) => live.send('queue.join', {})))
  const { roomId } = (await opponent).data
  await waitUntil(() => matched.length > 0)
  for (let cut = 1; cut <= 2; cut++) {
    sockets.at(-1)!.close()
    await waitUntil(() => sockets.length === cut + 1)
    await untilState(ada, 'open')
    // The status of the user is sent before the answer.
    await ada.send('queue.join', {})
  }
  expect(matched).toEqual([roomId])
  await ben.send('battle.forfeit', { roomId })
})

test('of eleven channels of a user, the oldest waits and comes back later without a storm of connections', async () => {
  const sockets: WebSocket[] = []
  const lyceum = await newLearner(memoryStorage(), sockets)
  const first = openLive(lyceum)
  await untilState(first, 'open')
  const others: Live[] = []
  for (let count = 0; count < 10; count++) {
    const live = openLive(lyceum)
    others.push(live)
    await untilState(live, 'open')
  }
  await untilState(first, 'waiting')
  expect(first.reason).toContain('more sockets')
  others[9]!.close()
  // A program that uses the channel does not wait for long.
  await first.send('ping', {})
  expect([first.state, sockets.length]).toEqual(['open', 12])
  expect(others.slice(0, 9).map(({ state }) => state)).toEqual(others.slice(0, 9).map(() => 'open'))
})

test('an expired access token is refreshed before the live channel connects', async () => {
  const storage = memoryStorage()
  const lyceum = await newLearner(storage)
  const before = (await storage.load())!.accessToken
  useClock(() => Date.now() + 16 * MINUTE_MS)
  const live = openLive(lyceum)
  await untilState(live, 'open')
  expect((await storage.load())!.accessToken).not.toBe(before)
})

test('the live channel closes for good when the session ends, when no user is signed in, and when the program closes it', async () => {
  const lyceum = await newLearner()
  const live = openLive(lyceum)
  await untilState(live, 'open')
  await lyceum.call('POST /auth/logout-all')
  await untilState(live, 'closed')
  expect(live.reason).toContain('session has ended')
  expect(await errorOf(live.send('ping', {}))).toMatchObject({ code: 'CLOSED' })
  expect(await errorOf(live.next('pong'))).toMatchObject({ code: 'CLOSED' })

  const signedOut = openLive(lyceum)
  await untilState(signedOut, 'closed')
  expect(signedOut.reason).toBe('nobody is signed in')

  const other = openLive(await newLearner())
  const waiting = other.next('notification')
  other.close()
  expect(waiting).rejects.toThrow('closed by the program')
})

/** Plays automatically, and records every frame of the room. */
function play(live: Live): { frames: Frame[]; ended: Promise<Frame<'battle.end'>> } {
  const frames: Frame[] = []
  for (const type of ['start', 'question', 'answered', 'roundResult', 'opponentLeft', 'opponentBack', 'end'])
    live.on(`battle.${type}` as 'battle.start', (_, frame) => frames.push(frame))
  live.on('queue.matched', ({ roomId }) => live.send('battle.ready', { roomId }))
  live.on('battle.question', ({ questionId, index }, { roomId }) =>
    live.send('battle.answer', { roomId, questionId, selectedOption: index % 2 }),
  )
  return { frames, ended: live.next('battle.end') }
}

test('a battle in which one player is disconnected twice finishes, and every frame is delivered once and in order', async () => {
  const adaSockets: WebSocket[] = []
  const [ada, ben] = [openLive(await newLearner(memoryStorage(), adaSockets)), openLive(await newLearner())]
  await Promise.all([untilState(ada, 'open'), untilState(ben, 'open')])
  const [adaPlay, benPlay] = [play(ada), play(ben)]
  let cuts = 0
  ada.on('battle.question', ({ index }) => {
    // During a round, with an answer in flight or just sent.
    if (index === 1 || index === 3) {
      cuts++
      adaSockets.at(-1)!.close()
    }
  })
  for (const live of [ada, ben]) void live.send('queue.join', {})
  const [adaEnd, benEnd] = await Promise.all([adaPlay.ended, benPlay.ended])
  expect(cuts).toBeGreaterThanOrEqual(2)
  expect(adaEnd.data.scores).toEqual({ you: benEnd.data.scores.opponent, opponent: benEnd.data.scores.you })
  expect([adaEnd.data.reason, benEnd.data.reason]).toEqual(['COMPLETED', 'COMPLETED'])
  for (const { frames } of [adaPlay, benPlay])
    expect(frames.map(({ seq }) => seq)).toEqual(frames.map((_, index) => index + 1))
  expect(adaPlay.frames.filter(({ type }) => type === 'battle.roundResult').length).toBe(5)
})

test('a battle whose last message was lost is resumed by itself after a silence', async () => {
  const sockets: WebSocket[] = []
  const [ada, ben] = [openLive(await newLearner(memoryStorage(), sockets)), openLive(await newLearner())]
  await Promise.all([untilState(ada, 'open'), untilState(ben, 'open')])
  const [adaPlay, benPlay] = [play(ada), play(ben)]
  const errors: Frame[] = []
  ada.on('error', (_, frame) => errors.push(frame))
  // The end of the battle is lost on its way, and no later frame shows the gap.
  const lost: string[] = []
  const receive = sockets[0]!.onmessage!
  sockets[0]!.onmessage = function (event) {
    const isEnd = String(event.data).includes('"battle.end"')
    if (!isEnd || lost.length > 0) receive.call(this, event)
    else lost.push(String(event.data))
  }
  for (const live of [ada, ben]) void live.send('queue.join', {})
  await benPlay.ended
  await waitUntil(() => lost.length === 1)
  expect(adaPlay.frames.some(({ type }) => type === 'battle.end')).toBe(false)
  // Only the client sees the time pass; the service keeps the real one.
  useClock(() => performance.timeOrigin + performance.now())
  const realNow = Date.now
  const time = spyOn(Date, 'now').mockImplementation(() => realNow() + 16_000)
  try {
    expect((await adaPlay.ended).data.reason).toBe('COMPLETED')
  } finally {
    time.mockRestore()
  }
  expect(adaPlay.frames.map(({ seq }) => seq)).toEqual(adaPlay.frames.map((_, index) => index + 1))
  expect(errors).toEqual([])
  expect(sockets).toHaveLength(1)
})
