import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../../test/harness/database.ts'
import { insertUser } from '../../../../test/harness/users.ts'
import {
  addMs,
  MINUTE_MS,
  SECOND_MS,
  now as systemNow,
  useClock,
  useSystemClock,
} from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { reactionTable } from '../../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../../platform/transaction/write.ts'
import type { Sources, WebhookSource } from '../webhook-source.ts'
import { EventBatcher } from './event-batcher.ts'
import { processDueEvents } from './process-events.ts'
import { retryUnmatchedEvents } from './retry-unmatched-events.ts'

const START = new Date('2026-11-02T08:00:00.000Z')
let now = START
let fixture: TestDatabase
let write: Write
let store: EventBatcher
beforeAll(async () => {
  fixture = await createTestDatabase()
  write = createWrite(fixture.database, reactionTable([]), () => {})
  store = new EventBatcher(fixture.database.autocommit)
})
beforeEach(async () => {
  now = START
  useClock(() => now.getTime())
  applied.length = 0
  await fixture.database.query`delete from webhook_event`
  await fixture.database.query`delete from outbox`
})
afterEach(useSystemClock)
afterAll(() => fixture.drop())

interface TestEvent {
  error?: string
  /** Applying the event loses the database connection. */
  cutsConnection?: boolean
  matchKey?: string
  userId?: UserId
}
const applied: string[] = []

/** A source whose events contain their own outcome. */
const source = (name: string, isUnordered: boolean): WebhookSource => {
  const apply: WebhookSource['apply'] = async (tx, { eventId, body }) => {
    const { error, cutsConnection, matchKey, userId } = body as TestEvent
    if (error) throw new Error(error)
    if (cutsConnection) await tx`select pg_terminate_backend(pg_backend_pid())`
    tx.afterCommit(() => applied.push(eventId))
    if (matchKey) return { state: 'UNMATCHED', note: 'Waits.', matchKey: matchKey }
    return { state: 'APPLIED', note: 'Done.', ...(userId ? { userId } : {}) }
  }
  return {
    name,
    verify: () => {},
    extractEventId: () => '',
    rejectsChangedBody: false,
    apply,
    ...(isUnordered
      ? { applyBatch: (tx, events, at) => Promise.all(events.map((event) => apply(tx, event, at))) }
      : {}),
  }
}
const sources: Sources = new Map(
  ['beside', 'in order'].map((name) => [name, source(name, name === 'beside')]),
)
const apply = (signal?: AbortSignal) =>
  processDueEvents({ db: fixture.database.query, write, clock: systemNow }, sources, signal)
const storeEvent = (eventId: string, event: TestEvent = {}, from = 'in order') =>
  store.store({ source: from, eventId, body: Buffer.from(JSON.stringify(event)), now })

interface Row {
  eventId: string
  state: string
  attempts: number
  note: string | null
  nextAttemptAt: Date
}
const rows = async () => [
  ...(await fixture.database.query<Row>`
    select event_id as "eventId", state, attempts, outcome_note as note, next_attempt_at as "nextAttemptAt" from webhook_event order by id`),
]
const jobs = () =>
  fixture.database.query<{ at: Date | null }>`select start_after as at from outbox order by id`

test('a failing event is retried after 5 s, 30 s, 2, 10, 30, 60 and 240 minutes, and then dead', async () => {
  await storeEvent('one', { error: 'the ledger is closed' })
  const pauses: number[] = []
  for (let attempt = 1; attempt <= 7; attempt++) {
    await apply()
    const [row] = await rows()
    expect(row).toMatchObject({ state: 'PENDING', attempts: attempt })
    pauses.push(row!.nextAttemptAt.getTime() - now.getTime())
    expect((await jobs()).at(-1)!.at).toEqual(row!.nextAttemptAt)
    now = addMs(row!.nextAttemptAt, -1)
    await apply()
    expect((await rows())[0]!.attempts).toBe(attempt)
    now = row!.nextAttemptAt
  }
  const [seconds, minutes] = [SECOND_MS, MINUTE_MS]
  expect(pauses).toEqual([5 * seconds, 30 * seconds, ...[2, 10, 30, 60, 240].map((pause) => pause * minutes)])
  await apply()
  expect(await rows()).toMatchObject([{ state: 'DEAD', attempts: 8, note: 'Error: the ledger is closed' }])
  expect(await jobs()).toHaveLength(7)
})

test('the note of a failed event is the first line of its error, cut to 500 characters', async () => {
  await storeEvent('one', { error: `${'x'.repeat(600)}\nsecond` })
  await apply()
  expect((await rows())[0]!.note).toBe(`Error: ${'x'.repeat(493)}`)
})

for (const from of ['beside', 'in order'])
  test(`an event that fails counts its attempt and does not affect the others, if they are applied ${from}`, async () => {
    await storeEvent('one', {}, from)
    await storeEvent('two', { error: 'no' }, from)
    await storeEvent('three', {}, from)
    await apply()
    expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['APPLIED', 0],
      ['PENDING', 1],
      ['APPLIED', 0],
    ])
    expect(applied.toSorted()).toEqual(['one', 'three'])
  })

test('a database outage does not count as an attempt of the event', async () => {
  await storeEvent('one', { error: 'so that each is applied alone' })
  await storeEvent('two', { cutsConnection: true })
  await expect(apply()).rejects.toThrow('57P01')
  expect((await rows()).map(({ state, attempts }) => [state, attempts])).toEqual([
    ['PENDING', 1],
    ['PENDING', 0],
  ])
})

test('an event that is not due is not applied with those that are', async () => {
  now = addMs(START, 1)
  await storeEvent('early', { error: 'no' })
  now = START
  await storeEvent('due', { error: 'no' })
  await apply()
  expect((await rows()).map(({ eventId, attempts }) => [eventId, attempts])).toEqual([
    ['early', 0],
    ['due', 1],
  ])
})

test('one run applies all due events, in the order of their arrival', async () => {
  const names = Array.from({ length: 60 }, (_, index) => `event ${index}`)
  for (const [index, name] of names.entries()) {
    now = addMs(START, index)
    await storeEvent(name)
  }
  await apply()
  expect(applied).toEqual(names)
})

test('an aborted run applies no event', async () => {
  await storeEvent('one')
  await apply(AbortSignal.abort())
  expect(applied).toEqual([])
})

test('an event of an unknown source fails and is retried', async () => {
  await storeEvent('one', {}, 'unknown')
  await apply()
  expect(await rows()).toMatchObject([
    { state: 'PENDING', attempts: 1, note: expect.stringContaining('unknown') },
  ])
})

test('the body of an event is stored, but not if its user is deleted', async () => {
  const [user, gone] = [await insertUser(fixture.database.query), await insertUser(fixture.database.query)]
  await fixture.database.query`update user_account set deleted_at = now() where id = ${gone}`
  await storeEvent('one', { userId: user })
  await storeEvent('two', { userId: gone })
  await storeEvent('three')
  await apply()
  const found = await fixture.database.query<{ hasBody: boolean; userId: string | null }>`
    select body is not null as "hasBody", user_id as "userId" from webhook_event order by id`
  expect([...found]).toEqual([
    { hasBody: true, userId: user },
    { hasBody: false, userId: gone },
    { hasBody: true, userId: null },
  ])
})

test('storing an event fails without endless retries when the database is closed', async () => {
  const closed = fixture.another()
  const lost = new EventBatcher(closed.autocommit)
  await closed.close()
  const event = { source: 'in order', eventId: 'one', body: Buffer.from('{}'), now }
  await expect(lost.store(event)).rejects.toThrow()
})

test('linking an address requeues the events that wait for it and enqueues a job', async () => {
  const link = (address: string) =>
    write((tx) =>
      retryUnmatchedEvents(tx, { id: newId(), name: '', data: { address, at: START.toISOString() } }),
    )
  await storeEvent('one', { matchKey: 'address:0xab' })
  await apply()
  await link('0xCD')
  expect(await jobs()).toHaveLength(0)
  await link('0xAB')
  expect(await jobs()).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'PENDING' }])
})
