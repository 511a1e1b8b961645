import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { startTestService, type TestService } from '../../../../test/harness/service.ts'
import { openSocket } from '../../../../test/harness/socket.ts'
import { until } from '../../../../test/harness/until.ts'
import { openPlatform } from '../../../app/opening/open-platform.ts'
import { now } from '../../../platform/clock.ts'
import { readConfig } from '../../../platform/config.ts'
import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Connection } from '../../../platform/sockets/connection.ts'
import { draftOf } from '../contest-testbed.ts'
import { createContest } from '../planning/create-contest.ts'
import { LiveBoards } from './live-board.ts'

setDefaultTimeout(60_000)

const GENERAL = 15

let service: TestService
beforeAll(async () => {
  service = await startTestService({ RATE_LIMITS: 'on', LIMIT_GENERAL: `${GENERAL}/3600` })
})
afterAll(() => service.stop())

test('who subscribes again and again is refused as they would be over HTTP', async () => {
  const socket = await openSocket(service.url, await service.register())
  await socket.next('auth.ok')
  for (let turn = 0; turn <= GENERAL; turn++) {
    socket.send('contest.subscribe', { contestId: Bun.randomUUIDv7() })
    await until(() => socket.frames.filter(({ type }) => type === 'error').length > turn)
    await Bun.sleep(50)
  }
  expect(socket.frames.at(-1)!.data.code).toBe('RATE_LIMITED')
  expect(socket.frames.find(({ type }) => type === 'error')!.data.code).toBe('CONTEST_NOT_FOUND')
  socket.close()
})

test('who comes and goes all day leaves nothing behind on their socket', async () => {
  const config = readConfig({ LYCEUM_ENV: 'test', DATABASE_URL: service.test.url, CHAIN: 'off' })
  const platform = await openPlatform(config, service.test.url)
  try {
    const contestId = await platform.write((tx) => createContest(tx, { draft: draftOf(now()), now: now() }))
    const boards = new LiveBoards({ platform, describeUsers: async () => new Map() })
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
      await boards.subscribe(connection, contestId)
      boards.unsubscribe(connection, contestId)
    }
    expect(effects).toHaveLength(1)
  } finally {
    await platform.close()
  }
})
