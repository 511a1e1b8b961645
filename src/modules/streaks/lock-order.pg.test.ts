import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import { reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { rewardUser } from '../ledger/public/reward-user.ts'
import { buyStreakFreeze } from './buy-streak-freeze.ts'
import { extendStreak } from './public/extend-streak.ts'

let fixture: TestDatabase
let write: Write

beforeAll(async () => {
  fixture = await createTestDatabase()
  write = createWrite(fixture.database, reactionTable([]), () => {})
})
afterAll(() => fixture.drop())

test('concurrent activities and purchases of one user do not deadlock', async () => {
  const userId: UserId = newId()
  const now = new Date()
  await fixture.database.query`
    insert into user_account (id, email, username, created_at) values (${userId}, 'locks@example.com', 'locks', ${now})`
  await write((tx) => rewardUser(tx, { userId, xp: 0, gems: 10_000, source: 'gift', reason: 'gift', now }))
  const before = await deadlocks()
  await Promise.allSettled(
    Array.from({ length: 120 }, (_, index) =>
      index % 2 === 0
        ? write((tx) => buyStreakFreeze(tx, { userId, now }))
        : write(async (tx) => {
            await Promise.all([
              extendStreak(tx, { userId, timeZone: 'UTC', now }),
              rewardUser(tx, { userId, xp: 1, gems: 1, source: `lesson:${index}`, reason: 'lesson', now }),
            ])
          }),
    ),
  )
  expect(await deadlocks()).toBe(before)
})

async function deadlocks(): Promise<number> {
  await fixture.database.query`select pg_stat_force_next_flush()`
  const [row] = await fixture.database.query<{ deadlocks: bigint }>`
    select deadlocks from pg_stat_database where datname = current_database()`
  return Number(row!.deadlocks)
}
