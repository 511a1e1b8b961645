import type { Db, Statement, WritableDb } from '../db/database.ts'
import { changesRows } from '../db/read-statements.ts'
import { assert } from '../errors.ts'
import type { Tx } from './tx.ts'

/**
 * Several calls of `write.shared` run in one transaction, as its members. Each member runs the same code as in a transaction of
 * its own. Its statements wait until the end of the current turn of the event loop. Then a batched operation runs once for the
 * items of all members that asked for it.
 */

/** Runs an operation for several items: returns one outcome for each item, in the items' order. */
type RunBatch<Handle, Item, Outcome> = (handle: Handle, items: Item[]) => Promise<Outcome[]>

interface BatchOptions<Item> {
  /** Items with the same key get statements of their own, one after the other. */
  keyOf?: (item: Item) => string
}

interface BatchedOperation<Handle, Item, Outcome> {
  (handle: Handle, item: Item): Promise<Outcome>
  /** One statement for several items of one caller, who locks rows in the order of the items' keys. */
  all(handle: Handle, items: readonly Item[]): Promise<Outcome[]>
}

interface Operation {
  run: RunBatch<WritableDb, never, unknown>
  keyOf: ((item: never) => string) | undefined
  changesRows: boolean
}

/** Defines a read that members of a shared transaction run together. */
export function batchedRead<Item, Outcome>(
  run: RunBatch<Db, Item, Outcome>,
): BatchedOperation<Db, Item, Outcome> {
  return batched<Db, Item, Outcome>(run, undefined, false)
}

/** Defines a statement that locks rows and changes nothing. It must lock them in an order that does not depend on the items. */
export function batchedLock<Item, Outcome>(
  run: RunBatch<WritableDb, Item, Outcome>,
): BatchedOperation<WritableDb, Item, Outcome> {
  return batched<WritableDb, Item, Outcome>(run, undefined, false)
}

/** Defines a write that members of a shared transaction run together. It must lock rows as `batchedLock` does. */
export function batchedWrite<Item, Outcome>(
  run: RunBatch<WritableDb, Item, Outcome>,
  { keyOf }: BatchOptions<Item> = {},
): BatchedOperation<WritableDb, Item, Outcome> {
  return batched<WritableDb, Item, Outcome>(run, keyOf, true)
}

function batched<Handle extends Db, Item, Outcome>(
  run: RunBatch<WritableDb, Item, Outcome>,
  keyOf: ((item: Item) => string) | undefined,
  changes: boolean,
): BatchedOperation<Handle, Item, Outcome> {
  const operation: Operation = { run, keyOf, changesRows: changes }
  const runAll = async (handle: Handle, items: readonly Item[]): Promise<Outcome[]> => {
    const member = members.get(handle)
    if (member) return (await Promise.all(items.map((item) => member.submit(operation, item)))) as Outcome[]
    assert(
      !keyOf || new Set(items.map(keyOf)).size === items.length,
      'two items of one statement have the same key',
    )
    return items.length === 0 ? [] : run(handle as unknown as WritableDb, [...items])
  }
  const runOne = async (handle: Handle, item: Item) => (await runAll(handle, [item]))[0] as Outcome
  return Object.assign(runOne, { all: runAll })
}

/** The members of shared transactions, by their handle. */
const members = new WeakMap<Statement, Member>()

/** Whether the handle belongs to a member of a shared transaction. */
export function isShared(tx: Tx): boolean {
  return members.has(tx)
}

/** Thrown by work that must not share a transaction: the group is rolled back, and each member runs alone. */
export class NeedsOwnTransaction extends Error {
  override name = 'NeedsOwnTransaction'
}

/**
 * Rejects a shared transaction, for work that changes rows of another user: locks of one transaction do not protect its members
 * from each other.
 */
export function requireOwnTransaction(tx: Tx): void {
  if (isShared(tx)) throw new NeedsOwnTransaction('the work changes rows of another user')
}

interface PendingItem {
  item: unknown
  resolve: (outcome: unknown) => void
  reject: (error: unknown) => void
}

/** A statement of one member, or an operation with the items of several. */
interface Entry {
  operation: Operation
  pending: PendingItem[]
  keys: Set<string> | undefined
}

/** The statements of all members of one transaction. */
export class SharedStatements {
  readonly #handle: WritableDb
  #entries: Entry[] = []
  #isClosed = false
  /** Counts flushes: entries of an earlier one are sent and cannot be joined. */
  #flush = 0

  constructor(statement: WritableDb) {
    const guarded: Statement = (strings, ...values) =>
      this.#isClosed ? Promise.reject(closedError()) : statement(strings, ...values)
    this.#handle = guarded as typeof statement
  }

  get flush(): number {
    return this.#flush
  }

  createMember(): Member {
    return new Member(this)
  }

  /**
   * Adds the item to the first waiting entry of its operation from the index on, or to a new one. Returns the index of the entry.
   */
  add(operation: Operation, item: unknown, from: number, pending: Omit<PendingItem, 'item'>): number {
    if (this.#isClosed) {
      pending.reject(closedError())
      return from
    }
    if (this.#entries.length === 0) setImmediate(() => this.#send())
    const key = operation.keyOf?.(item as never)
    let index = from
    while (index < this.#entries.length) {
      const entry = this.#entries[index]!
      if (entry.operation === operation && (key === undefined || !entry.keys!.has(key))) break
      index++
    }
    this.#entries[index] ??= { operation, pending: [], keys: key === undefined ? undefined : new Set() }
    const entry = this.#entries[index]!
    entry.pending.push({ item, ...pending })
    if (key !== undefined) entry.keys!.add(key)
    return index
  }

  /** Sends nothing more: the transaction ends. */
  close(): void {
    this.#isClosed = true
    const entries = this.#entries
    this.#entries = []
    for (const { pending } of entries) for (const { reject } of pending) reject(closedError())
  }

  #send(): void {
    const entries = this.#entries
    this.#entries = []
    this.#flush++
    // They are pipelined in their order, and none waits for the result of another.
    for (const entry of entries) void this.#run(entry)
  }

  async #run({ operation, pending }: Entry): Promise<void> {
    try {
      const outcomes = await operation.run(this.#handle, pending.map(({ item }) => item) as never[])
      pending.forEach(({ resolve }, index) => {
        resolve(outcomes[index])
      })
    } catch (error) {
      for (const { reject } of pending) reject(error)
    }
  }
}

/** One call in a shared transaction. Its statements keep their order. */
export class Member {
  readonly #shared: SharedStatements
  readonly statement: WritableDb
  #flush = -1
  #index = 0
  #isEnded = false
  /** Whether this member has sent, or is about to send, a statement that changes rows. */
  hasWritten = false

  constructor(shared: SharedStatements) {
    this.#shared = shared
    const statement: Statement = <Row>(strings: TemplateStringsArray, ...values: unknown[]) =>
      this.submit(
        {
          run: async (handle) => [await handle(strings, ...values)],
          keyOf: undefined,
          changesRows: changesRows(strings),
        },
        undefined,
      ) as Promise<Row[]>
    this.statement = statement as WritableDb
    members.set(this.statement, this)
  }

  submit(operation: Operation, item: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#isEnded) return reject(closedError())
      if (operation.changesRows) this.hasWritten = true
      // Only entries behind the own last one of this flush keep the order of this member.
      const from = this.#flush === this.#shared.flush ? this.#index : 0
      this.#index = this.#shared.add(operation, item, from, { resolve, reject })
      this.#flush = this.#shared.flush
    })
  }

  /** Sends nothing more for this member. What it has sent stays in the transaction. */
  end(): void {
    this.#isEnded = true
  }
}

function closedError(): Error {
  return new Error('the shared transaction has ended')
}
