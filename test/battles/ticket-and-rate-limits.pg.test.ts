import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readTicket } from '../../src/modules/battle-records/public/ticket.ts'
import { reactionTable } from '../../src/platform/transaction/reactions.ts'
import { createWrite } from '../../src/platform/transaction/write.ts'
import type { TestUser } from '../harness/api-client.ts'
import { startTestService, type TestService } from '../harness/service.ts'
import { openSocket } from '../harness/socket.ts'
import { waitUntil } from '../harness/wait-until.ts'
import { importPool } from './battle-testbed.ts'

const GENERAL = 60
const GUESSES = 5

let service: TestService
beforeAll(async () => {
  service = await startTestService({
    RATE_LIMITS: 'on',
    LIMIT_GENERAL: `${GENERAL}/3600`,
    LIMIT_CREDENTIALS_PER_ACCOUNT: `${GUESSES}/3600`,
  })
  await importPool(createWrite(service.test.database, reactionTable([]), () => {}))
})
afterAll(() => service.stop())

const call = (route: string, { accessToken }: TestUser, body: unknown = {}) =>
  service.call(route, { token: accessToken, body })

test('a ticket of a revoked session does not authenticate a socket', async () => {
  const user = await service.register()
  const { body } = await call('POST /quiz-battles/queue/join', user)
  const ticket = body.data.queueTicket
  const before = await openSocket(service.url, { ticket })
  await before.next('auth.ok')
  expect((await call('POST /auth/logout', user)).status).toBe(200)
  expect((await before.waitUntilClosed()).code).toBe(4410)
  const after = await openSocket(service.url, { ticket })
  expect((await after.waitUntilClosed()).code).toBe(4401)
})

test('a ticket of one session is not valid for another session of the same user', async () => {
  const owner = await service.register()
  const { email, password } = owner
  await call('POST /quiz-battles/queue/join', owner)
  const thief = (await service.call('POST /auth/login', { body: { email, password } })).body.data
  // Joining again returns the existing entry of the account.
  const ticket = (await call('POST /quiz-battles/queue/join', thief)).body.data.queueTicket
  const before = await openSocket(service.url, { ticket })
  await before.next('auth.ok')
  expect((await call('POST /auth/logout', thief)).status).toBe(200)
  expect((await before.waitUntilClosed()).code).toBe(4410)
  const after = await openSocket(service.url, { ticket })
  expect((await after.waitUntilClosed()).code).toBe(4401)
})

test('the same idempotency key in another session returns a ticket of that session', async () => {
  const owner = await service.register()
  const { email, password } = owner
  const other = (await service.call('POST /auth/login', { body: { email, password } })).body.data
  const headers = { 'idempotency-key': Bun.randomUUIDv7() }
  const join = ({ accessToken: token }: TestUser) =>
    service.call('POST /quiz-battles/queue/join', { token, body: {}, headers })
  const [first, again, elsewhere] = [await join(owner), await join(owner), await join(other)]
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(elsewhere.headers.get('idempotency-replayed')).toBeNull()
  const [own, others] = [first, elsewhere].map(({ body }) => readTicket(body.data.queueTicket)!)
  expect(others!.entryId).toBe(own!.entryId)
  expect(others!.sessionId).not.toBe(own!.sessionId)
})

describe('rate limits', () => {
  test('queue frames count towards the request limit of the user', async () => {
    const user = await service.register()
    const socket = await openSocket(service.url, user)
    await socket.next('auth.ok')
    const refused = () => socket.frames.find(({ data }) => data.code === 'RATE_LIMITED')
    for (let turn = 0; turn < GENERAL && !refused(); turn++) {
      const answers = socket.frames.length
      socket.send('queue.join', {})
      socket.send('queue.cancel', {})
      await waitUntil(() => socket.frames.length >= answers + 2)
      // As fast as the frame limit of a connection allows.
      await Bun.sleep(100)
    }
    expect(refused()?.data.replyTo).toMatch(/^queue\./)
    const entries = await service.test.database.query`select 1 from battle_entry where user_id = ${user.id}`
    expect(entries.length).toBeLessThanOrEqual(GENERAL / 2)
    socket.close()
  })

  test('new connections count towards the request limit of the user', async () => {
    const user = await service.register()
    let refused: number | undefined
    for (let turn = 0; turn <= GENERAL && refused === undefined; turn++) {
      const socket = await openSocket(service.url, user)
      await waitUntil(() => socket.frames.length > 0)
      if (socket.frames[0]!.type === 'error') refused = (await socket.waitUntilClosed()).code
      socket.close()
    }
    expect(refused).toBe(1013)
  })

  test('wrong room codes are limited and correct ones are not', async () => {
    const [host, guest, outsider] = [
      await service.register(),
      await service.register(),
      await service.register(),
    ]
    const { roomCode } = (await call('POST /quiz-battles/rooms', host)).body.data
    const wrong = roomCode === '000000' ? '000001' : '000000'
    const guess = async (user: TestUser, code: string) =>
      (await call(`POST /quiz-battles/rooms/${code}/join`, user)).status
    for (let tries = 0; tries < GUESSES; tries++) expect(await guess(outsider, wrong)).toBe(404)
    expect(await guess(outsider, roomCode)).toBe(429)
    for (let tries = 0; tries < 2 * GUESSES; tries++) expect(await guess(guest, roomCode)).toBe(200)
  })

  test('a correct room code does not increase the number of wrong guesses', async () => {
    const [host, guest] = [await service.register(), await service.register()]
    const { roomCode } = (await call('POST /quiz-battles/rooms', host)).body.data
    const wrong = roomCode === '000000' ? '000001' : '000000'
    const guess = async (code: string) => (await call(`POST /quiz-battles/rooms/${code}/join`, guest)).status
    for (let tries = 1; tries < GUESSES; tries++) {
      expect(await guess(wrong)).toBe(404)
      expect(await guess(roomCode)).toBe(200)
    }
    expect(await guess(wrong)).toBe(404)
    expect(await guess(wrong)).toBe(429)
  })
})
