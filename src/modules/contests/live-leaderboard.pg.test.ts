import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { TestUser } from '../../../test/harness/api-client.ts'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { openSocket, type TestSocket } from '../../../test/harness/socket.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { SECOND_MS } from '../../platform/clock.ts'
import { type ContestTestbed, createContestTestbed } from './contest-testbed.ts'
import type { ContestId } from './public/contest.ts'

let testbed: ContestTestbed
/** A second service on the same database, like another process. */
let other: TestService
const open: TestSocket[] = []
beforeAll(async () => {
  testbed = await createContestTestbed()
  other = await startTestService({ ROLE: 'api' }, testbed.service.test)
})
afterAll(async () => {
  for (const socket of open) socket.close()
  await other.stop()
  await testbed.stop()
})

async function connect(service: TestService, { accessToken }: TestUser): Promise<TestSocket> {
  const socket = await openSocket(service.url, { accessToken })
  open.push(socket)
  return socket
}
async function joined(contestId: ContestId): Promise<TestUser> {
  const user = await testbed.player(10)
  expect((await testbed.call(`POST /user/contests/${contestId}/join`, user)).status).toBe(200)
  expect((await testbed.call(`POST /user/contests/${contestId}/start`, user)).status).toBe(200)
  return user
}
async function submit(contestId: ContestId, user: TestUser, right: number): Promise<void> {
  const answers = await testbed.answers(contestId, user, right)
  expect((await testbed.call(`POST /user/contests/${contestId}/submit`, user, { answers })).status).toBe(200)
}
const framesOf = (socket: TestSocket, type: string) => socket.frames.filter((frame) => frame.type === type)

describe('a subscription', () => {
  test('a watcher receives the leaderboard immediately and after changes in any process', async () => {
    const contestId = await testbed.create()
    const [ada, bob] = [await joined(contestId), await joined(contestId)]
    const [near, far] = [await connect(testbed.service, ada), await connect(other, bob)]
    for (const socket of [near, far]) {
      socket.send('contest.subscribe', { contestId })
      expect((await socket.next('contest.leaderboard')).data).toEqual({
        contestId,
        status: 'LIVE',
        entries: [],
        total: 0,
        participantCount: 2,
      })
      expect((await socket.next('contest.rank')).data).toEqual({ contestId, rank: null, score: null })
    }
    await submit(contestId, ada, 2)
    for (const socket of [near, far])
      expect((await socket.next('contest.leaderboard')).data).toMatchObject({
        total: 1,
        entries: [{ rank: null, username: ada.username, score: null, correctCount: null, prizeGems: 0 }],
      })
    await submit(contestId, bob, 3)

    testbed.time.pass(305 * SECOND_MS)
    await testbed.reconcile()
    for (const socket of [near, far]) {
      await waitUntil(() => framesOf(socket, 'contest.leaderboard').at(-1)!.data.status === 'SETTLED')
      expect(framesOf(socket, 'contest.leaderboard').at(-1)!.data.entries).toMatchObject([
        { username: bob.username, prizeGems: 84 },
        { username: ada.username, prizeGems: 36 },
      ])
    }
    expect((await far.next('contest.rank')).data).toEqual({ contestId, rank: 1, score: 75 })
    expect((await near.next('contest.rank')).data).toEqual({ contestId, rank: 2, score: 50 })
    expect(JSON.stringify([...near.frames, ...far.frames])).not.toContain('correctIndex')
  })

  test('a watcher receives at most one leaderboard per second and finally the last state', async () => {
    const contestId = await testbed.create()
    const players = await Promise.all(Array.from({ length: 12 }, () => joined(contestId)))
    const socket = await connect(testbed.service, players[0]!)
    socket.send('contest.subscribe', { contestId })
    await socket.next('contest.leaderboard')
    const started = performance.now()
    await Promise.all(players.map((user, index) => submit(contestId, user, index % 4)))
    await waitUntil(() => framesOf(socket, 'contest.leaderboard').at(-1)!.data.total === 12)
    const passedMs = performance.now() - started
    // One after subscribing, one immediately, and one for each second.
    expect(framesOf(socket, 'contest.leaderboard').length).toBeLessThanOrEqual(
      3 + Math.floor(passedMs / 1_000),
    )
    expect(framesOf(socket, 'contest.leaderboard').at(-1)!.data.entries).toHaveLength(10)
  })

  test('a connection receives nothing after it unsubscribes or closes', async () => {
    const contestId = await testbed.create()
    const [ada, bob] = [await joined(contestId), await joined(contestId)]
    const [leaving, staying] = [await connect(testbed.service, ada), await connect(testbed.service, bob)]
    for (const socket of [leaving, staying]) {
      socket.send('contest.subscribe', { contestId })
      await socket.next('contest.rank')
    }
    leaving.send('contest.unsubscribe', { contestId })
    leaving.send('ping')
    await leaving.next('pong')
    await submit(contestId, ada, 1)
    await staying.next('contest.leaderboard')
    await waitUntil(() => framesOf(staying, 'contest.leaderboard').at(-1)!.data.total === 1)
    expect(framesOf(leaving, 'contest.leaderboard')).toHaveLength(1)
    staying.close()
    await staying.waitUntilClosed()
    await submit(contestId, bob, 1)
  })

  test('subscriptions to hidden or unknown contests and too many subscriptions are refused', async () => {
    const hidden = await testbed.create({ type: 'PRIVATE' })
    const socket = await connect(testbed.service, await testbed.player(0))
    for (const contestId of [hidden, Bun.randomUUIDv7()]) {
      socket.send('contest.subscribe', { contestId })
      expect((await socket.next('error')).data).toMatchObject({
        code: 'CONTEST_NOT_FOUND',
        replyTo: 'contest.subscribe',
      })
    }
    for (const data of [{}, { contestId: 'none' }, { contestId: 7 }]) {
      socket.send('contest.subscribe', data)
      expect((await socket.next('error')).data).toMatchObject({ code: 'VALIDATION_FAILED' })
    }
    for (let index = 0; index < 10; index++) {
      socket.send('contest.subscribe', { contestId: await testbed.create() })
      await socket.next('contest.rank')
    }
    socket.send('contest.subscribe', { contestId: await testbed.create() })
    expect((await socket.next('error')).data).toMatchObject({ code: 'TOO_MANY_SUBSCRIPTIONS' })
    socket.send('contest.unsubscribe', { contestId: Bun.randomUUIDv7() })
    socket.send('ping')
    await socket.next('pong')
    expect(socket.closed).toBeUndefined()
  })
})

test('the AsyncAPI document lists the contest frames', async () => {
  const { body } = await testbed.service.call('GET //asyncapi.json')
  const text = JSON.stringify(body)
  for (const type of ['contest.subscribe', 'contest.unsubscribe', 'contest.leaderboard', 'contest.rank'])
    expect(text).toContain(type)
})
