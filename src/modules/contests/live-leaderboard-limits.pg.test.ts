import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startTestService, type TestService } from '../../../test/harness/service.ts'
import { openSocket } from '../../../test/harness/socket.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { createPlatform } from '../../app/bootstrap/create-platform.ts'
import { now } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { Connection } from '../../platform/websockets/connection.ts'
import { draftOf } from './contest-testbed.ts'
import { LiveLeaderboards } from './live-leaderboard.ts'
import { createContest } from './public/create-contest.ts'

const GENERAL = 15

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on', LIMIT_GENERAL: `${GENERAL}/3600` })
})
afterAll(() => service.stop())

test('subscriptions count towards the request limit of the user', async () => {
  const socket = await openSocket(service.url, await service.register())
  await socket.next('auth.ok')
  for (let turn = 0; turn <= GENERAL; turn++) {
    socket.send('contest.subscribe', { contestId: Bun.randomUUIDv7() })
    await waitUntil(() => socket.frames.filter(({ type }) => type === 'error').length > turn)
    await Bun.sleep(50)
  }
  expect(socket.frames.at(-1)!.data.code).toBe('RATE_LIMITED')
  expect(socket.frames.find(({ type }) => type === 'error')!.data.code).toBe('CONTEST_NOT_FOUND')
  socket.close()
})

test('repeated subscriptions add one close listener to a connection', async () => {
  const config = readConfig({ LYCEUM_ENV: 'test', DATABASE_URL: service.test.url, CHAIN: 'off' })
  const platform = await createPlatform(config, service.test.url)
  try {
    const contestId = await platform.write((tx) =>
      createContest(tx, { author: null, draft: draftOf(now()), now: now() }),
    )
    const leaderboards = new LiveLeaderboards({ platform, describeUsers: async () => new Map() })
    const effects: unknown[] = []
    const { id } = await service.register()
    const connection: Connection = {
      id,
      caller: { userId: id as UserId, sessionId: id as unknown as SessionId, role: 'USER' },
      isOpen: true,
      send: () => {},
      sendAll: () => {},
      sendText: () => {},
      close: () => {},
      onClose: (effect) => void effects.push(effect),
    }
    for (let turn = 0; turn < 20; turn++) {
      await leaderboards.subscribe(connection, contestId)
      leaderboards.unsubscribe(connection, contestId)
    }
    expect(effects).toHaveLength(1)
  } finally {
    await platform.close()
  }
})
