import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { datesAsText } from '../../../../test/harness/dates-as-text.ts'
import { insertUser } from '../../../../test/harness/users.ts'
import { addMs } from '../../../platform/clock.ts'
import type { AutocommitDb } from '../../../platform/db/database.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { sha256 } from '../../../platform/secrets.ts'
import { reactionTable } from '../../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../../platform/transaction/write.ts'
import type { WebhookEventId } from '../webhook-source.ts'
import {
  countDeadRows,
  deleteExpiredBodies,
  eraseBodiesOfUser,
  insertEvents,
  listDeadRows,
  listDueEvents,
  listEventsOfUser,
  lockDueEvents,
  lockEventState,
  lockPendingEvent,
  type NewEvent,
  requeueUnmatched,
  updateFailure,
  updateOutcomes,
  updateToPending,
} from './queries.ts'

const NOW = new Date('2026-11-02T08:00:00.000Z')
let fixture: TestDatabase
let db: AutocommitDb
let write: Write
beforeAll(async () => {
  fixture = await createTestDatabase()
  db = fixture.database.autocommit
  write = createWrite(fixture.database, reactionTable([]), () => {})
})
beforeEach(async () => {
  await db`delete from webhook_event`
})
afterAll(() => fixture.drop())

const idOf = (number: number) =>
  `01900000-0000-7000-8000-${String(number).padStart(12, '0')}` as WebhookEventId

interface Row {
  state: 'PENDING' | 'APPLIED' | 'IGNORED' | 'UNMATCHED' | 'DEAD'
  nextAttemptAt: Date
  body: string | null
  matchKey: string | null
  processedAt: Date | null
  userId: UserId | null
}

/** Inserts an event, by default due and not yet attempted. */
async function put(number: number, changes: Partial<Row> = {}): Promise<void> {
  const {
    state = 'PENDING',
    nextAttemptAt = NOW,
    body = '{}',
    matchKey = null,
    processedAt = null,
    userId = null,
  } = changes
  await db`
    insert into webhook_event
      (id, source, event_id, body, body_digest, received_at, state, attempts, next_attempt_at, match_key, processed_at, user_id,
        outcome_note)
    values (${idOf(number)}, 'test', ${`event ${number}`}, convert_to(${body}, 'UTF8'), '', ${NOW}, ${state}, 2, ${nextAttemptAt},
      ${matchKey}, ${processedAt}, ${userId}, 'a note')`
}

const rows = async () => [
  ...(await db<{
    id: string
    state: string
    attempts: number
    note: string | null
    nextAttemptAt: Date
    hasBody: boolean
  }>`
    select id, state, attempts, outcome_note as note, next_attempt_at as "nextAttemptAt", body is not null as "hasBody" from webhook_event order by id`),
]
const ids = (found: { id: string }[]) => found.map(({ id }) => id)

describe('storing events', () => {
  const event = (source: string, eventId: string, body: string): NewEvent => {
    const bytes = Buffer.from(body)
    return { id: newId(), source, eventId, body: bytes, bodyDigest: sha256(bytes), now: NOW }
  }

  test('new events are distinguished from known ones by source and id, with the digest of the first body', async () => {
    await insertEvents(db, [event('a', '1', 'first'), event('a', '2', 'second'), event('b', '1', 'third')])
    const again = [
      event('a', '1', 'other'),
      event('b', '1', 'other'),
      event('b', '2', 'new'),
      event('c', '1', 'new'),
    ]
    const stored = await insertEvents(db, again)
    expect(again.map(({ id }) => stored.get(id))).toEqual([
      { isNew: false, bodyDigest: sha256(Buffer.from('first')) },
      { isNew: false, bodyDigest: sha256(Buffer.from('third')) },
      { isNew: true },
      { isNew: true },
    ])
  })

  test('of two events with one id in one statement the first is stored, and the second has no result', async () => {
    const [one, other] = [event('a', '1', 'one'), event('a', '1', 'other')]
    const stored = await insertEvents(db, [one, other])
    expect([stored.get(one.id), stored.get(other.id)]).toEqual([{ isNew: true }, undefined])
    expect((await insertEvents(db, [other])).get(other.id)).toEqual({
      isNew: false,
      bodyDigest: sha256(Buffer.from('one')),
    })
  })
})

describe('due events', () => {
  beforeEach(async () => {
    await put(1, { nextAttemptAt: addMs(NOW, -5) })
    await put(2)
    await put(3, { nextAttemptAt: addMs(NOW, -9) })
    await put(4, { nextAttemptAt: addMs(NOW, 1) })
    await put(5, { state: 'APPLIED' })
    await put(6, { state: 'DEAD' })
    await put(7, { state: 'UNMATCHED', matchKey: 'x' })
  })

  test('due events are pending, the longest due first, up to the limit', async () => {
    const due = [idOf(3), idOf(1), idOf(2)]
    expect(ids(await listDueEvents(db, NOW, 10))).toEqual(due)
    expect(ids(await listDueEvents(db, NOW, 2))).toEqual(due.slice(0, 2))
    expect(ids(await write((tx) => lockDueEvents(tx, NOW, 10)))).toEqual(due)
    expect(ids(await write((tx) => lockDueEvents(tx, NOW, 2)))).toEqual(due.slice(0, 2))
  })

  test('an event without a body is not due', async () => {
    await db`update webhook_event set body = null where id = ${idOf(3)}`
    expect(ids(await write((tx) => lockDueEvents(tx, NOW, 10)))).toEqual([idOf(1), idOf(2)])
    expect(await write((tx) => lockPendingEvent(tx, idOf(3)))).toBeUndefined()
  })

  test('a due event is locked by one worker until commit, and other workers skip it', async () => {
    await write(async (tx) => {
      expect(await lockDueEvents(tx, NOW, 2)).toHaveLength(2)
      const others = await write((other) => lockDueEvents(other, NOW, 10))
      expect(ids(others)).toEqual([idOf(2)])
      expect(await write((other) => lockPendingEvent(other, idOf(3)))).toBeUndefined()
      expect(await lockPendingEvent(tx, idOf(2))).toMatchObject({ id: idOf(2), attempts: 2 })
      expect(await write((other) => lockDueEvents(other, NOW, 10))).toHaveLength(0)
    })
  })

  test('an event is found by its id while it is pending', async () => {
    const found = await Promise.all(
      [2, 4, 5, 6, 7, 9].map((number) => write((tx) => lockPendingEvent(tx, idOf(number)))),
    )
    expect(found.map((row) => row?.id)).toEqual([
      idOf(2),
      idOf(4),
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

test('outcomes are stored only for the given events', async () => {
  for (const number of [1, 2, 3, 4]) await put(number)
  const user = await insertUser(db)
  const gone = await insertUser(db)
  const outcomes = [
    { id: idOf(1), source: 'test', outcome: { state: 'APPLIED', note: 'one', userId: user } as const },
    { id: idOf(2), source: 'test', outcome: { state: 'UNMATCHED', note: 'two', matchKey: 'x' } as const },
    { id: idOf(3), source: 'test', outcome: { state: 'IGNORED', note: 'three', userId: gone } as const },
  ]
  await write((tx) => updateOutcomes(tx, [], () => true, NOW))
  await write((tx) => updateOutcomes(tx, outcomes.slice(2), (userId) => userId === gone, NOW))
  await write((tx) => updateOutcomes(tx, outcomes.slice(0, 2), (userId) => userId === gone, NOW))
  const found = await db`
    select state, outcome_note as note, match_key as "matchKey", user_id as "userId", processed_at as "processedAt",
      body is not null as "hasBody"
    from webhook_event order by id`
  expect([...found]).toEqual([
    { state: 'APPLIED', note: 'one', matchKey: null, userId: user, processedAt: NOW, hasBody: true },
    { state: 'UNMATCHED', note: 'two', matchKey: 'x', userId: null, processedAt: null, hasBody: true },
    { state: 'IGNORED', note: 'three', matchKey: null, userId: gone, processedAt: NOW, hasBody: false },
    { state: 'PENDING', note: 'a note', matchKey: null, userId: null, processedAt: null, hasBody: true },
  ])
})

test('a failure counts for one event, which is dead without a next attempt', async () => {
  for (const number of [1, 2, 3]) await put(number)
  await write((tx) => updateFailure(tx, idOf(1), 'no', addMs(NOW, 9)))
  await write((tx) => updateFailure(tx, idOf(2), 'never', null))
  expect(datesAsText(await rows())).toMatchObject(
    datesAsText([
      { state: 'PENDING', attempts: 3, note: 'no', nextAttemptAt: addMs(NOW, 9) },
      { state: 'DEAD', attempts: 3, note: 'never', nextAttemptAt: NOW },
      { state: 'PENDING', attempts: 2, note: 'a note', nextAttemptAt: NOW },
    ]) as object,
  )
})

test('only the unmatched events with the given key are requeued', async () => {
  await put(1, { state: 'UNMATCHED', matchKey: 'x' })
  await put(2, { state: 'UNMATCHED', matchKey: 'y' })
  await put(3, { state: 'DEAD' })
  expect(await write((tx) => requeueUnmatched(tx, 'x', addMs(NOW, 9)))).toBe(1)
  expect(await write((tx) => requeueUnmatched(tx, 'x', NOW))).toBe(0)
  expect((await rows()).map(({ state, nextAttemptAt }) => [state, nextAttemptAt])).toEqual([
    ['PENDING', addMs(NOW, 9)],
    ['UNMATCHED', NOW],
    ['DEAD', NOW],
  ])
})

test('dead events are counted and listed newest first, and a replayed one gets all its attempts back', async () => {
  for (const number of [1, 2, 3]) await put(number, { state: 'DEAD' })
  await put(4)
  expect(ids(await listDeadRows(db, { limit: 2, offset: 0 }))).toEqual([idOf(3), idOf(2)])
  expect(ids(await listDeadRows(db, { limit: 2, offset: 2 }))).toEqual([idOf(1)])
  expect(await countDeadRows(db)).toBe(3)
  await write(async (tx) => {
    expect([await lockEventState(tx, idOf(2)), await lockEventState(tx, idOf(9))]).toEqual([
      'DEAD',
      undefined,
    ])
    const free = await db<{ id: string }>`select id from webhook_event order by id for update skip locked`
    expect(ids(free)).toEqual([idOf(1), idOf(3), idOf(4)])
    await updateToPending(tx, idOf(2), addMs(NOW, 9))
  })
  expect(datesAsText(await rows())).toMatchObject(
    datesAsText([
      { state: 'DEAD', attempts: 2 },
      { state: 'PENDING', attempts: 0, nextAttemptAt: addMs(NOW, 9) },
      { state: 'DEAD', attempts: 2 },
      { state: 'PENDING', attempts: 2, nextAttemptAt: NOW },
    ]) as object,
  )
})

test('bodies of events processed before the given time are erased in batches, once', async () => {
  await put(1, { state: 'APPLIED', processedAt: addMs(NOW, -2) })
  await put(2, { state: 'IGNORED', processedAt: addMs(NOW, -3) })
  await put(3, { state: 'APPLIED', processedAt: NOW })
  await put(4)
  const hasBody = async () => (await rows()).map((row) => row.hasBody)
  expect(await deleteExpiredBodies(db, NOW, 1)).toBe(1)
  expect(await hasBody()).toEqual([true, false, true, true])
  expect(await deleteExpiredBodies(db, NOW, 10)).toBe(1)
  expect(await deleteExpiredBodies(db, NOW, 10)).toBe(0)
  expect(await hasBody()).toEqual([false, false, true, true])
})

test('events of a user are exported and erased', async () => {
  const [user, other] = [await insertUser(db), await insertUser(db)]
  await put(1, { state: 'APPLIED', userId: user, body: '{"a":1}' })
  await put(2, { state: 'APPLIED', userId: other, body: `{"of":"${user}"}` })
  await put(3, { state: 'DEAD', body: `{"of":"${user}"}` })
  await put(4, { state: 'DEAD', body: `${user}, and no JSON` })
  await put(5, { state: 'DEAD', body: `{"of":"${other}"}` })
  expect([...(await listEventsOfUser(db, user))]).toMatchObject([{ eventId: 'event 1', body: { a: 1 } }])
  await write((tx) => eraseBodiesOfUser(tx, user, NOW))
  expect((await rows()).map(({ state, hasBody }) => [state, hasBody])).toEqual([
    ['APPLIED', false],
    ['APPLIED', true],
    ['IGNORED', false],
    ['IGNORED', false],
    ['DEAD', true],
  ])
})
