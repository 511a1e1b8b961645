import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { queryPlansOf, scannedTables } from '../../../../test/harness/query-plans.ts'
import type { AutocommitDb } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertPages } from './journal-pages.ts'
import { insertBotRooms } from './queue.ts'
import { endRooms, type ProcessId } from './rooms.ts'
import type { EntryId, RoomId } from './ticket.ts'

/** So many that a scan costs more than the rooms of a batch, and so few that the planner would prefer it. */
const ROOMS = 4_000
const BATCH = 20
const NOW = new Date('2026-11-02T08:00:00.000Z')
const HOST = newId() as unknown as ProcessId

let testDatabase: TestDatabase
let rooms: { roomId: RoomId; entryId: EntryId }[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  const { query } = testDatabase.database
  await query`
    with fresh as materialized (select uuidv7() as id from generate_series(1, ${ROOMS}::int)),
    players as (
      insert into user_account (id, email, username, created_at)
      select id, id || '@example.com', 'u' || replace(id::text, '-', ''), now() from fresh
    ),
    rooms as (
      insert into battle_room (id, kind, state, stake, seed, start_deadline, host_process_id, created_at)
      select id, 'QUEUE', 'WAITING', 0, id, ${NOW}, ${HOST}, ${NOW} from fresh
    )
    insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, room_id, seat)
    select id, id, id, 'MATCHED', true, 0, 1500, ${NOW}, ${NOW}, id, 0 from fresh`
  await testDatabase.database.withSession(({ script }) => script('vacuum analyze'))
  rooms =
    await query`select room_id as "roomId", id as "entryId" from battle_entry order by id limit ${2 * BATCH}`
})
afterAll(() => testDatabase.drop())

test('to store pages of the journal and to start their battles scans no table', async () => {
  const pages = rooms
    .slice(0, BATCH)
    .map(({ roomId }, index) => ({ roomId, number: 1, inputs: [], hasStarted: index === 0 }))
  const plans = await queryPlansOf(testDatabase.database, (db) =>
    insertPages(db as unknown as AutocommitDb, HOST, pages),
  )
  expect(scannedTables(plans)).toEqual([])
  const started = await testDatabase.database.query`select id from battle_room where state = 'IN_PROGRESS'`
  expect(started).toEqual([{ id: rooms[0]!.roomId }])
})

test('to give waiting players a bot scans no table', async () => {
  const bots = rooms.slice(BATCH).map(({ entryId }) => ({
    roomId: newId() as RoomId,
    seed: newId() as string,
    topicId: null,
    difficulty: 'EASY' as const,
    entryId,
  }))
  const plans = await queryPlansOf(testDatabase.database, (db) =>
    insertBotRooms(db as unknown as Tx, bots, { now: NOW, startDeadline: NOW }),
  )
  expect(scannedTables(plans)).toEqual([])
  const moved = await testDatabase.database.query`
    select id as "entryId", room_id as "roomId" from battle_entry where room_id = any(${bots.map(({ roomId }) => roomId)}::uuid[])
    order by id`
  expect(moved).toEqual(bots.map(({ entryId, roomId }) => ({ entryId, roomId })))
})

test('to end many rooms and their entries scans no table', async () => {
  const seat = {
    score: 1,
    correctCount: 1,
    fastAnswers: 0,
    result: null,
    gemsDelta: 0,
    xpEarned: 0,
    ratingDelta: 0,
  }
  const ended = rooms.slice(0, BATCH).map(({ roomId, entryId }) => ({
    roomId,
    state: 'FINISHED' as const,
    reason: 'COMPLETED' as const,
    botScore: null,
    seats: [{ ...seat, entryId }],
  }))
  const plans = await queryPlansOf(testDatabase.database, (db) => endRooms(db as unknown as Tx, ended, NOW))
  expect(scannedTables(plans)).toEqual([])
  const [count] = await testDatabase.database.query`
    select count(*)::int as rooms from battle_room join battle_entry on room_id = battle_room.id
    where battle_room.ended_at = ${NOW} and battle_entry.ended_at = ${NOW}`
  expect(count).toEqual({ rooms: BATCH })
})
