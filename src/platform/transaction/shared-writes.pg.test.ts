import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { waitUntil } from '../../../test/harness/wait-until.ts'
import type { Database } from '../db/database.ts'
import { defineRefusals, withCommit } from '../errors.ts'
import { newId, type UserId } from '../ids.ts'
import { type DomainEvent, defineEvent } from './define-event.ts'
import { defineJob } from './define-job.ts'
import { on, type Reactions, reactionTable } from './reactions.ts'
import { batchedLock, batchedRead, batchedWrite, requireOwnTransaction } from './shared-statements.ts'
import type { Tx } from './tx.ts'
import { createWrite, type Write } from './write.ts'

const errors = defineRefusals({ too_poor: { kind: 'conflict', message: 'That is not enough.' } })
const paid = defineEvent<{ userId: UserId }>('test.paid')
const gifted = defineEvent<{ userId: UserId }>('test.gifted')
const thank = defineJob<DomainEvent<{ userId: UserId }>>('test-thank')

let testDatabase: TestDatabase
let database: Database
let write: Write
let reactions: Reactions
/** The number of items of each batch, by operation. */
let batches: { operation: string; items: number }[] = []
let committedEvents: DomainEvent[] = []
let wakeUps = 0

interface Purse {
  userId: UserId
  amount: number
}

const lockPurse = batchedLock(async (writableDb, userIds: UserId[]): Promise<(number | undefined)[]> => {
  batches.push({ operation: 'lock', items: userIds.length })
  const rows = await writableDb<{ userId: UserId; amount: number }>`
    select user_id as "userId", amount from purse where user_id = any(${userIds}::uuid[]) order by user_id for update`
  return userIds.map((userId) => rows.find((row) => row.userId === userId)?.amount)
})

const setPurse = batchedWrite(
  async (writableDb, purses: Purse[]): Promise<void[]> => {
    batches.push({ operation: 'set', items: purses.length })
    await writableDb`
      update purse set amount = row.amount from jsonb_to_recordset(${purses}::jsonb) as row ("userId" uuid, amount integer)
      where user_id = "userId"`
    return []
  },
  { keyOf: ({ userId }) => userId },
)

const findPurse = batchedRead(async (db, userIds: UserId[]): Promise<(number | undefined)[]> => {
  const rows = await db<{ userId: UserId; amount: number }>`
    select user_id as "userId", amount from purse where user_id = any(${userIds}::uuid[])`
  return userIds.map((userId) => rows.find((row) => row.userId === userId)?.amount)
})

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = testDatabase.database
  await database.withSession(({ script }) =>
    script(`
      create table purse (user_id uuid primary key, amount integer not null check (amount < 1000));
      create table payment (user_id uuid not null, note text not null unique);`),
  )
  reactions = reactionTable([
    on(paid, {
      inTransaction: [
        async (tx, { data }) => {
          await tx`insert into payment (user_id, note) values (${data.userId}, ${`event of ${newId()}`})`
        },
      ],
      jobs: [thank],
      canShareTransaction: true,
    }),
    on(gifted, { inTransaction: [async () => {}] }),
  ])
  write = createWrite(
    database,
    reactions,
    () => wakeUps++,
    (events) => committedEvents.push(...events),
  )
})
afterAll(() => testDatabase.drop())
beforeEach(() => {
  batches = []
  committedEvents = []
  wakeUps = 0
})
afterEach(async () => {
  await database.autocommit`delete from payment`
  await database.autocommit`delete from outbox`
})

async function createPurses(count: number): Promise<UserId[]> {
  const userIds = Array.from({ length: count }, () => newId() as UserId)
  await database.autocommit`insert into purse (user_id, amount) select unnest(${userIds}::uuid[]), 0`
  return userIds
}

async function amountsOf(userIds: UserId[]): Promise<number[]> {
  const rows = await database.query<{ userId: UserId; amount: number }>`
    select user_id as "userId", amount from purse where user_id = any(${userIds}::uuid[])`
  return userIds.map((userId) => rows.find((row) => row.userId === userId)!.amount)
}

/** Reads under a lock and writes back: a lost lock loses money. */
async function addOne(tx: Tx, userId: UserId): Promise<number> {
  const amount = (await lockPurse(tx, userId))!
  await setPurse(tx, { userId, amount: amount + 1 })
  return amount + 1
}

const pay = (userId: UserId, work: (tx: Tx) => Promise<unknown> = (tx) => addOne(tx, userId), via = write) =>
  via.shared({ name: 'payments', userId }, work, async (_tx, { result }) => result)

const largest = (operation: string) =>
  Math.max(...batches.filter((batch) => batch.operation === operation).map(({ items }) => items))

test('concurrent calls of different users run in one transaction with one statement for all', async () => {
  const userIds = await createPurses(20)
  const numbers = await Promise.all(
    userIds.map((userId) =>
      pay(userId, async (tx) => {
        await addOne(tx, userId)
        const [row] = await tx<{ number: string }>`select pg_current_xact_id()::text as number`
        return row!.number
      }),
    ),
  )
  expect(new Set(numbers).size).toBe(1)
  expect(batches).toEqual([
    { operation: 'lock', items: 20 },
    { operation: 'set', items: 20 },
  ])
  expect(await amountsOf(userIds)).toEqual(Array(20).fill(1))
})

test('a call without company runs in a transaction of its own', async () => {
  const [userId] = await createPurses(1)
  expect(await pay(userId!)).toBe(1)
  expect(batches).toEqual([
    { operation: 'lock', items: 1 },
    { operation: 'set', items: 1 },
  ])
})

test('calls of one user never share a transaction, so none of their changes is lost', async () => {
  const userIds = await createPurses(3)
  const results = await Promise.all(Array.from({ length: 30 }, (_, index) => pay(userIds[index % 3]!)))
  expect(await amountsOf(userIds)).toEqual([10, 10, 10])
  expect(results.toSorted((one, other) => Number(one) - Number(other))).toEqual(
    Array.from({ length: 30 }, (_, index) => Math.floor(index / 3) + 1),
  )
})

test('unsafe control: two members of one user in one transaction lose a change', async () => {
  const [userId] = await createPurses(1)
  // Different names of the same user stand for a scheduler that does not look at users.
  const asOther = (name: string) =>
    write.shared(
      { name: 'unsafe', userId: name as UserId },
      (tx) => addOne(tx, userId!),
      async () => {},
    )
  await Promise.all([asOther('one'), asOther('two')])
  expect(await amountsOf([userId!])).toEqual([1])
})

test('one user in two groups is in one transaction at a time', async () => {
  const [userId] = await createPurses(1)
  const inOther = () =>
    write.shared(
      { name: 'other', userId: userId! },
      (tx) => addOne(tx, userId!),
      async () => {},
    )
  await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? pay(userId!) : inOther())))
  expect(await amountsOf([userId!])).toEqual([10])
})

test('a member that is refused before it changed anything does not disturb the others', async () => {
  const userIds = await createPurses(5)
  const outcomes = await Promise.allSettled(
    userIds.map((userId, index) =>
      pay(userId, async (tx) => {
        if (index === 2 && (await findPurse(tx, userId)) === 0) throw errors.too_poor()
        return addOne(tx, userId)
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    userIds.map((_, index) => (index === 2 ? 'rejected' : 'fulfilled')),
  )
  expect(await amountsOf(userIds)).toEqual([1, 1, 0, 1, 1])
  expect(
    batches.filter(({ operation }) => operation === 'set').reduce((sum, { items }) => sum + items, 0),
  ).toBe(4)
})

test('a member that is refused after it changed something leaves nothing, and the others are applied once', async () => {
  const userIds = await createPurses(5)
  const outcomes = await Promise.allSettled(
    userIds.map((userId, index) =>
      pay(userId, async (tx) => {
        await addOne(tx, userId)
        tx.emit(paid({ userId }))
        if (index === 2) throw errors.too_poor()
      }),
    ),
  )
  expect(outcomes[2]).toMatchObject({ status: 'rejected', reason: { code: 'TOO_POOR' } })
  expect(await amountsOf(userIds)).toEqual([1, 1, 0, 1, 1])
  expect(committedEvents.length).toBe(4)
  expect(await database.query`select from payment`).toHaveLength(4)
  expect(await database.query`select from outbox`).toHaveLength(4)
})

test('work of a refused member that goes on in the background changes nothing', async () => {
  const userIds = await createPurses(3)
  const outcomes = await Promise.allSettled(
    userIds.map((userId, index) =>
      pay(userId, async (tx) => {
        if (index > 0) return addOne(tx, userId)
        const refuse = findPurse(tx, userId).then(() => {
          throw errors.too_poor()
        })
        // Like a check beside a lock: the rejection ends the work while the other promise still runs.
        const goOn = lockPurse(tx, userId)
          .then(() => Bun.sleep(0))
          .then(() => setPurse(tx, { userId, amount: 99 }))
        await Promise.all([refuse, goOn])
      }),
    ),
  )
  expect(outcomes[0]!.status).toBe('rejected')
  expect(await amountsOf(userIds)).toEqual([0, 1, 1])
})

test('a member whose statement fails does not fail the others', async () => {
  const userIds = await createPurses(5)
  const outcomes = await Promise.allSettled(
    userIds.map((userId, index) =>
      pay(userId, (tx) => setPurse(tx, { userId, amount: index === 3 ? 1_000 : 7 })),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(
    userIds.map((_, index) => (index === 3 ? 'rejected' : 'fulfilled')),
  )
  expect(await amountsOf(userIds)).toEqual([7, 7, 7, 0, 7])
})

test('a refusal that commits keeps its changes and is thrown, beside others', async () => {
  const userIds = await createPurses(3)
  const outcomes = await Promise.allSettled(
    userIds.map((userId, index) =>
      pay(userId, async (tx) => {
        await addOne(tx, userId)
        if (index === 1) throw withCommit(errors.too_poor())
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await amountsOf(userIds)).toEqual([1, 1, 1])
  expect(batches).toHaveLength(2)
})

test('events, jobs and callbacks of each member run once, after the commit', async () => {
  const userIds = await createPurses(10)
  const called: UserId[] = []
  await Promise.all(
    userIds.map((userId) =>
      pay(userId, async (tx) => {
        await addOne(tx, userId)
        tx.emit(paid({ userId }))
        tx.afterCommit(() => called.push(userId))
      }),
    ),
  )
  expect(called.toSorted()).toEqual(userIds.toSorted())
  expect(committedEvents.map(({ data }) => (data as Purse).userId).toSorted()).toEqual(userIds.toSorted())
  expect(await database.query`select from payment`).toHaveLength(10)
  expect(await database.query`select from outbox`).toHaveLength(10)
  expect(wakeUps).toBeGreaterThan(0)
})

test.each([
  ['emits an event whose handlers cannot share', (tx: Tx, userId: UserId) => tx.emit(gifted({ userId }))],
  ['changes rows of another user', (tx: Tx) => requireOwnTransaction(tx)],
])('a member that %s makes each member run alone', async (_, last) => {
  const userIds = await createPurses(4)
  await Promise.all(
    userIds.map((userId, index) =>
      pay(userId, async (tx) => {
        await addOne(tx, userId)
        if (index === 0) last(tx, userId)
      }),
    ),
  )
  expect(await amountsOf(userIds)).toEqual([1, 1, 1, 1])
  // First together, then each alone.
  expect(batches.filter(({ operation }) => operation === 'set').map(({ items }) => items)).toEqual([
    4, 1, 1, 1, 1,
  ])
})

test('a row that another transaction locks delays only its own user', async () => {
  const userIds = await createPurses(4)
  const other = createWrite(testDatabase.another(), reactions, () => {})
  const release = Promise.withResolvers<void>()
  const isLocked = Promise.withResolvers<void>()
  const blocking = other(async (tx) => {
    await lockPurse(tx, userIds[0]!)
    isLocked.resolve()
    await release.promise
  })
  await isLocked.promise
  const blocked = pay(userIds[0]!)
  // The second call of each waits for its first one, not for the blocked one.
  const twice = userIds.slice(1).flatMap((userId) => [pay(userId), pay(userId)])
  await Promise.all(twice)
  release.resolve()
  await Promise.all([blocking, blocked])
  expect(await amountsOf(userIds)).toEqual([1, 2, 2, 2])
})

test('a statement that fails beside the refusal of its member does not undo the others', async () => {
  const userIds = await createPurses(3)
  const set = (userId: UserId) => pay(userId, (tx) => setPurse(tx, { userId, amount: 5 }))
  const refuse = (userId: UserId) =>
    pay(userId, (tx) =>
      Promise.all([
        findPurse(tx, userId).then(() => {
          throw errors.too_poor()
        }),
        tx`select 1 / 0`,
      ]),
    )
  const outcomes = await Promise.allSettled([set(userIds[0]!), set(userIds[1]!), refuse(userIds[2]!)])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(await amountsOf(userIds)).toEqual([5, 5, 0])
})

test('statements of a member keep their order, whatever it shares with others', async () => {
  const userIds = await createPurses(8)
  await Promise.all(
    userIds.map((userId, index) =>
      pay(userId, async (tx) => {
        const steps = [
          () => setPurse(tx, { userId, amount: 1 }),
          () => tx`update purse set amount = amount * 10 where user_id = ${userId}`,
          () => setPurse(tx, { userId, amount: 5 }),
          () => tx`update purse set amount = amount + ${index} where user_id = ${userId}`,
        ]
        // Sent together, in one of two orders.
        await Promise.all((index % 2 === 0 ? steps : [steps[2]!, steps[1]!]).map((step) => step()))
      }),
    ),
  )
  expect(await amountsOf(userIds)).toEqual(userIds.map((_, index) => (index % 2 === 0 ? 5 + index : 50)))
})

test('a deadlock of two processes with the same users in reversed orders changes each purse once for each call', async () => {
  const userIds = await createPurses(16)
  const other = createWrite(testDatabase.another(), reactions, () => {})
  /** Locks the own purse late and one by one, so that the order of locks is the order of the members. */
  const payInOrder = (via: Write, userId: UserId, position: number) =>
    pay(
      userId,
      async (tx) => {
        for (let turn = 0; turn < position; turn++) await tx`select 1`
        const [row] = await tx<{
          amount: number
        }>`select amount from purse where user_id = ${userId} for update`
        await tx`update purse set amount = ${row!.amount + 1} where user_id = ${userId}`
      },
      via,
    )
  for (let round = 0; round < 5; round++) {
    await Promise.all([
      ...userIds.map((userId, index) => payInOrder(write, userId, index)),
      ...userIds.toReversed().map((userId, index) => payInOrder(other, userId, index)),
    ])
  }
  expect(await amountsOf(userIds)).toEqual(Array(16).fill(10))
})

test('a load of shared and other transactions on the same purses loses nothing', async () => {
  const userIds = await createPurses(12)
  const other = createWrite(testDatabase.another(), reactions, () => {})
  const runs = Array.from({ length: 600 }, (_, index) => {
    const userId = userIds[(index * 7) % 12]!
    if (index % 3 === 0) return pay(userId, undefined, other)
    if (index % 3 === 1) return write((tx) => addOne(tx, userId))
    return pay(userId)
  })
  await Promise.all(runs)
  expect(await amountsOf(userIds)).toEqual(Array(12).fill(50))
  expect(largest('lock')).toBeGreaterThan(1)
})

test('a lost connection fails the members of its transaction, and later calls succeed', async () => {
  const userIds = await createPurses(3)
  const outcomes = await Promise.allSettled(
    userIds.map((userId, index) =>
      pay(userId, async (tx) => {
        await addOne(tx, userId)
        if (index === 0) await tx`select pg_terminate_backend(pg_backend_pid())`
      }),
    ),
  )
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(await amountsOf(userIds)).toEqual([0, 0, 0])
  await waitUntil(async () => (await pay(userIds[1]!).catch(() => undefined)) === 1)
})
