import { AsyncLocalStorage } from 'node:async_hooks'
import { Semaphore } from '../concurrency/semaphore.ts'
import { type Database, LOAD_SHEDDING, type Statement, type WritableDb } from '../db/database.ts'
import { isRetryable, isUnavailable } from '../db/database-error.ts'
import { Refusal } from '../errors.ts'
import type { UserId } from '../ids.ts'
import { counter } from '../metrics.ts'
import type { TransactionOutcome } from './run-transaction.ts'
import { type Member, SharedStatements } from './shared-statements.ts'

/** Which calls may share a transaction: those of one name, for different users. */
export interface SharedGroup {
  name: string
  userId: UserId
}

interface SharedCall {
  /** Runs all of the call but the commit. */
  runAsMember: (statement: WritableDb) => Promise<TransactionOutcome<unknown>>
  /** Runs the call in a transaction of its own, and returns the response. */
  runAlone: () => Promise<unknown>
}

interface WaitingCall extends SharedCall {
  userId: UserId
  resolve: (response: unknown) => void
  reject: (error: unknown) => void
  /** Runs work in the context of the caller, for logs and traces. */
  runInCallerContext: <Result>(work: () => Result) => Result
}

interface Queue {
  waiting: WaitingCall[]
  running: number
  isScheduled: boolean
  /** Set while calls wait for more of them. */
  timer: Timer | undefined
}

/** Limits of one transaction, and of the concurrent transactions of one group. */
const MAX_MEMBERS = 32
const MAX_CONCURRENT = 4
/** While a transaction runs, so many calls start another one; fewer wait for its end, or for this time. */
const MIN_MEMBERS_OF_EXTRA = 12
const MAX_WAIT_MS = 20
/** A member that waits for a lock delays the others: they run alone instead. */
const LOCK_TIMEOUT_MS = 250

const transactions = counter(
  'lyceum_shared_transactions_total',
  'Transactions that several requests shared, by outcome: committed, or split because a request needed its own',
  ['outcome'],
)

/**
 * Runs concurrent calls of a group in one transaction: the first call runs alone and immediately, and calls that arrive meanwhile
 * share the next transaction. A user is in one transaction of a process at a time, because members of a transaction do not wait
 * for each other's locks. If a member fails after it has changed something, or needs a transaction of its own, everything is
 * rolled back and each member runs alone.
 */
export class SharedWrites {
  readonly #database: Database
  readonly #onCommitted: (outcomes: TransactionOutcome<unknown>[]) => void
  readonly #queues = new Map<string, Queue>()
  readonly #busyUsers = new Set<UserId>()
  #semaphore: Semaphore | undefined

  constructor(database: Database, onCommitted: (outcomes: TransactionOutcome<unknown>[]) => void) {
    this.#database = database
    this.#onCommitted = onCommitted
  }

  async run({ name, userId }: SharedGroup, call: SharedCall): Promise<unknown> {
    this.#semaphore ??= new Semaphore(MAX_CONCURRENT * MAX_MEMBERS, 5_000, 5_000, LOAD_SHEDDING)
    const semaphore = this.#semaphore
    const wait = semaphore.acquire()
    if (wait) await wait
    try {
      return await new Promise((resolve, reject) => {
        const runInCallerContext = AsyncLocalStorage.snapshot()
        const queue = this.#queues.getOrInsertComputed(name, () => ({
          waiting: [],
          running: 0,
          isScheduled: false,
          timer: undefined,
        }))
        queue.waiting.push({ ...call, userId, resolve, reject, runInCallerContext })
        this.#schedule(queue)
      })
    } finally {
      semaphore.release()
    }
  }

  /** Calls of the same turn of the event loop join the transaction. */
  #schedule(queue: Queue): void {
    if (queue.isScheduled) return
    queue.isScheduled = true
    setImmediate(() => {
      queue.isScheduled = false
      this.#start(queue)
    })
  }

  #start(queue: Queue, minMembers = queue.running === 0 ? 1 : MIN_MEMBERS_OF_EXTRA): void {
    while (queue.running < MAX_CONCURRENT && queue.waiting.length >= Math.max(1, minMembers)) {
      const calls = this.#takeCalls(queue)
      if (calls.length === 0) return
      queue.running++
      void this.#runCalls(queue, calls)
      minMembers = MIN_MEMBERS_OF_EXTRA
    }
    if (queue.waiting.length > 0 && queue.running < MAX_CONCURRENT) {
      queue.timer ??= setTimeout(() => {
        queue.timer = undefined
        this.#start(queue, 1)
      }, MAX_WAIT_MS)
    }
  }

  /** Takes the first waiting call of each user who is in no other transaction. */
  #takeCalls(queue: Queue): WaitingCall[] {
    const calls: WaitingCall[] = []
    queue.waiting = queue.waiting.filter((call) => {
      if (calls.length === MAX_MEMBERS || this.#busyUsers.has(call.userId)) return true
      this.#busyUsers.add(call.userId)
      calls.push(call)
      return false
    })
    return calls
  }

  async #runCalls(queue: Queue, calls: WaitingCall[]): Promise<void> {
    const left = calls.length > 1 ? await this.#runTogether(calls) : calls
    // Calls that run alone may wait for locks for longer: a transaction of others does not wait for them.
    const isLone = calls.length === 1
    if (!isLone) this.#end(queue)
    await Promise.all(
      left.map(async (call) => {
        await call.runInCallerContext(call.runAlone).then(call.resolve, call.reject)
        this.#busyUsers.delete(call.userId)
        // The next call of this user does not wait for the others of the group.
        if (!isLone) this.#startAll()
      }),
    )
    if (isLone) this.#end(queue)
  }

  #end(queue: Queue): void {
    queue.running--
    this.#startAll()
  }

  /** A call may have waited for its user in the transaction of another group. */
  #startAll(): void {
    for (const queue of this.#queues.values()) if (queue.waiting.length > 0) this.#start(queue)
  }

  /** Returns the calls that must run alone: all of them, or none. */
  async #runTogether(calls: WaitingCall[]): Promise<WaitingCall[]> {
    let isOpen = false
    let isCommitting = false
    try {
      const outcomes = await this.#database.transaction(async ({ statement }) => {
        isOpen = true
        const results = await runMembers(statement, calls)
        isCommitting = true
        return results
      })
      transactions.inc({ outcome: 'committed' })
      this.#settle(calls, outcomes)
      return []
    } catch (error) {
      // Nothing was committed, unless the commit itself failed in another way than by a conflict.
      if (isOpen && !isUnavailable(error) && (!isCommitting || isRetryable(error))) {
        transactions.inc({ outcome: 'split' })
        return calls
      }
      for (const { userId, reject } of calls) {
        this.#busyUsers.delete(userId)
        reject(error)
      }
      return []
    }
  }

  #settle(calls: WaitingCall[], outcomes: MemberOutcome[]): void {
    for (const { userId } of calls) this.#busyUsers.delete(userId)
    this.#onCommitted(outcomes.flatMap((outcome) => (outcome instanceof Refusal ? [] : [outcome])))
    outcomes.forEach((outcome, index) => {
      const { resolve, reject } = calls[index]!
      const refusal = outcome instanceof Refusal ? outcome : outcome.refusal
      if (refusal) reject(refusal)
      else resolve((outcome as TransactionOutcome<unknown>).response)
    })
  }
}

/** The refusal of a member that changed nothing, or its outcome. */
type MemberOutcome = TransactionOutcome<unknown> | Refusal

async function runMembers(statement: WritableDb, calls: WaitingCall[]): Promise<MemberOutcome[]> {
  const sent: Promise<unknown>[] = []
  const shared = new SharedStatements(keepSent(statement, sent))
  try {
    const [, ...outcomes] = await Promise.all([
      statement`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`,
      ...calls.map((call) => call.runInCallerContext(() => runMember(shared.createMember(), call))),
    ])
    // A refused member does not wait for its other statements. If one of them fails, COMMIT rolls back without an error.
    await Promise.all(sent)
    return outcomes
  } finally {
    shared.close()
  }
}

function keepSent(statement: WritableDb, sent: Promise<unknown>[]): WritableDb {
  const kept: Statement = (strings, ...values) => {
    const rows = statement(strings, ...values)
    sent.push(rows)
    return rows as never
  }
  return kept as typeof statement
}

async function runMember(member: Member, { runAsMember }: WaitingCall): Promise<MemberOutcome> {
  try {
    return await runAsMember(member.statement)
  } catch (error) {
    member.end()
    if (error instanceof Refusal && !member.hasWritten) return error
    throw error
  }
}
