import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { insertUser } from '../../../../test/harness/users.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { type HistoryRow, listHistory } from './history.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

async function insertBattle(userId: UserId, at: Date): Promise<string> {
  const { query } = testDatabase.database
  const roomId = newId()
  await query`
    insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at, ended_at, reason)
    values (${roomId}, 'QUEUE', 'FINISHED', 0, ${newId()}, ${at}, ${at}, ${at}, 'COMPLETED')`
  await query`
    insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, room_id,
      seat, ended_at, result, score)
    values (${newId()}, ${userId}, ${newId()}, 'MATCHED', false, 0, 1500, ${at}, ${at}, ${roomId}, 0, ${at}, 'WIN', 1)`
  return roomId
}

test('a position continues the history after its battle, although newer ones ended, also at the same time', async () => {
  const userId = await insertUser(testDatabase.database.query)
  const roomIds: string[] = []
  // Three of them end in the same millisecond.
  for (const minute of [1, 2, 2, 2, 3])
    roomIds.unshift(await insertBattle(userId, new Date(`2026-11-02T08:0${minute}:00.000Z`)))
  const seen: string[] = []
  let after: HistoryRow | undefined
  for (let turn = 0; turn < 5; turn++) {
    const [row] = await listHistory(testDatabase.database.query, userId, { after, limit: 1, offset: 0 })
    seen.push(row!.roomId!)
    after = row!
    await insertBattle(userId, new Date(`2026-11-02T09:0${turn}:00.000Z`))
  }
  expect(seen).toEqual(roomIds)
  expect(await listHistory(testDatabase.database.query, userId, { after, limit: 1, offset: 0 })).toEqual([])
})
