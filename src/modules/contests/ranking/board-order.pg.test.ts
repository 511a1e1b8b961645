import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { openTestPlatform, type TestPlatform } from '../../../../test/harness/platform.ts'
import { until } from '../../../../test/harness/until.ts'
import { later } from '../../../platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../../platform/ids.ts'
import { reactionTable, when } from '../../../platform/reactions.ts'
import type { Connection } from '../../../platform/sockets/connection.ts'
import { addUser, draftOf } from '../contest-testbed.ts'
import { joinContest } from '../entry/join-contest.ts'
import { submitAnswers } from '../entry/submit-answers.ts'
import { boardChanged } from '../events.ts'
import { createContest } from '../planning/create-contest.ts'
import { findContest } from '../queries.ts'
import { announceBoard } from './announce-board.ts'
import { LiveBoards } from './live-board.ts'

setDefaultTimeout(60_000)

let fixture: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  fixture = await createTestDatabase()
  platform = await openTestPlatform(fixture, {
    reactions: (_, live) => reactionTable([when(boardChanged, { now: [announceBoard(live)] })]),
  })
})
afterAll(async () => {
  await platform.close()
  await fixture.drop()
})

test('a state that takes longer to be read than a round is not told after a newer one', async () => {
  const now = new Date()
  const id = await platform.write((tx) => createContest(tx, { draft: draftOf(now), now }))
  const contest = (await findContest(platform.db, id))!
  const submit = async () => {
    const userId = await addUser(platform.db, 10)
    await platform.write((tx) => joinContest(tx, { userId, contest, roomCode: undefined, now }))
    const given = { answers: [], timeTakenSeconds: undefined, now: later(now, 1) }
    await platform.write((tx) => submitAnswers(tx, { userId, contest, ...given }))
  }

  const isSlow = Promise.withResolvers<void>()
  let reads = 0
  const boards = new LiveBoards({
    platform,
    describeUsers: async (_, userIds) => {
      if (++reads === 1) await isSlow.promise
      return new Map(userIds.map((userId) => [userId, { username: userId, avatarUrl: '' }]))
    },
  })
  const told: number[] = []
  const watcher: Connection = {
    id: newId(),
    caller: { userId: newId<'User'>() as UserId, sessionId: newId() as unknown as SessionId, role: 'USER' },
    isOpen: true,
    send: () => {},
    sendAll: () => {},
    sendText: (text) => void told.push(JSON.parse(text).data.entries.length),
    close: () => {},
    onClose: () => {},
  }
  await boards.subscribe(watcher, id)
  await submit()
  await until(() => reads === 1)
  await submit()
  // The next round is due a second after the first, which is still reading.
  await until(() => told.length === 2)
  isSlow.resolve()
  await submit()
  await until(() => told.includes(3))
  expect(told).toEqual([0, 2, 3])
  boards.unsubscribe(watcher, id)
})
