import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/harness/platform.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import { leaderboardChanged } from '../../events/contests.ts'
import { addMs } from '../../platform/clock.ts'
import { newId, type SessionId, type UserId } from '../../platform/ids.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import type { Connection } from '../../platform/websockets/connection.ts'
import { UNRESTRICTED_GEM_USE } from '../accounts/public/require-gem-use.ts'
import { addUser, draftOf } from './contest-testbed.ts'
import { joinContest } from './join-contest.ts'
import { LiveLeaderboards, publishLeaderboardChange } from './live-leaderboard.ts'
import { createContest } from './public/create-contest.ts'
import { findContest } from './queries.ts'
import { submitAnswers } from './submit-answers.ts'

let fixture: TestDatabase
let platform: TestPlatform
beforeAll(async () => {
  fixture = await createTestDatabase()
  platform = await openTestPlatform(fixture, {
    reactions: (_, live) =>
      reactionTable([on(leaderboardChanged, { inTransaction: [publishLeaderboardChange(live)] })]),
  })
})
afterAll(async () => {
  await platform.close()
  await fixture.drop()
})

test('a slow leaderboard read is not sent after a newer one', async () => {
  const now = new Date()
  const id = await platform.write((tx) => createContest(tx, { author: null, draft: draftOf(now), now }))
  const contest = (await findContest(platform.db, id))!
  const submit = async () => {
    const userId = await addUser(platform.db, 10)
    await platform.write((tx) =>
      joinContest(tx, { userId, contest, roomCode: undefined, gemUse: UNRESTRICTED_GEM_USE, now }),
    )
    const given = { answers: [], timeTakenSeconds: undefined, now: addMs(now, 1) }
    await platform.write((tx) => submitAnswers(tx, { userId, contest, ...given }))
  }

  const isSlow = Promise.withResolvers<void>()
  let reads = 0
  const leaderboards = new LiveLeaderboards({
    platform,
    describeUsers: async (_, userIds) => {
      if (++reads === 1) await isSlow.promise
      return new Map(userIds.map((userId) => [userId, { username: userId, avatarUrl: '' }]))
    },
  })
  const sentCounts: number[] = []
  const watcher: Connection = {
    id: newId(),
    caller: { userId: newId<'User'>() as UserId, sessionId: newId() as unknown as SessionId, role: 'USER' },
    isOpen: true,
    send: () => {},
    sendAll: () => {},
    sendText: (text) => void sentCounts.push(JSON.parse(text).data.entries.length),
    close: () => {},
    onClose: () => {},
  }
  await leaderboards.subscribe(watcher, id)
  await submit()
  await waitUntil(() => reads === 1)
  await submit()
  // The next refresh is due one second after the first, whose read is still in progress.
  await waitUntil(() => sentCounts.length === 2)
  isSlow.resolve()
  await submit()
  await waitUntil(() => sentCounts.includes(3))
  expect(sentCounts).toEqual([0, 2, 3])
  leaderboards.unsubscribe(watcher, id)
})
