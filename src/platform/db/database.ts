import { SQL } from 'bun'
import { type Deadline, Deadlines } from '../concurrency/deadlines.ts'
import { type LoadShedding, Semaphore } from '../concurrency/semaphore.ts'
import { endStatementSpan, statementSpan } from '../tracing/statement-span.ts'
import { childSpan, runInSpan } from '../tracing/tracing.ts'
import { DatabaseError, isTransactionAborted, truncateStatement } from './database-error.ts'
import { checkParameters } from './parameters.ts'

/** Runs one statement: db`select … where id = ${id}`. Rows come back as objects; bigint columns as bigint. */
export type Statement = <Row = Record<string, unknown>>(
  strings: TemplateStringsArray,
  ...values: unknown[]
) => Promise<Row[]>

/** What a query needs to read: the pool, or a transaction. */
export type Db = Statement

/** One open transaction, before `write` has made a `Tx` of it. */
export interface OpenTransaction {
  statement: Statement
  /** For libraries that bring their own SQL text. */
  raw: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Several statements in one text, without parameters. */
  script: (text: string) => Promise<void>
}

export interface DatabaseOptions {
  url: string
  poolSize?: number
  tlsCa?: string
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  idleInTransactionTimeoutMs?: number
  /** How much longer than the server's own limit we wait before we stop believing in the connection. */
  deadlineMarginMs?: number
  queueLimit?: number
  waitLimitMs?: number
  applicationName?: string
  /** The server refuses every write on these connections. */
  isReadOnly?: boolean
}

/** A second of waiting for a connection is what a page can bear; who would wait for longer is better off trying again. */
export const LOAD_SHEDDING: LoadShedding = { afterMs: 1_000, waitLimitMs: 1_000 }

export interface ListenSubscription {
  end(): Promise<void>
}

/** Bun.SQL touches nothing but this folder; the guards around it are what makes it safe with money. */
export class Database {
  readonly #sql: SQL
  readonly #semaphore: Semaphore
  readonly #statementTimeoutMs: number
  readonly #deadlineMarginMs: number
  readonly #deadlines = new Deadlines()
  readonly query: Db
  readonly poolSize: number
  /** Statements that were sent, those of transactions included. */
  statements = 0

  constructor(options: DatabaseOptions) {
    const {
      poolSize = 10,
      statementTimeoutMs = 5_000,
      lockTimeoutMs = 3_000,
      idleInTransactionTimeoutMs = 10_000,
      deadlineMarginMs = 2_000,
      queueLimit = 5_000,
      waitLimitMs = 5_000,
      applicationName = 'lyceum',
      isReadOnly = false,
    } = options
    this.poolSize = poolSize
    this.#statementTimeoutMs = statementTimeoutMs
    this.#deadlineMarginMs = deadlineMarginMs
    this.#sql = new SQL({
      ...connectionOptions(options, {
        application_name: applicationName,
        statement_timeout: String(statementTimeoutMs),
        lock_timeout: String(lockTimeoutMs),
        idle_in_transaction_session_timeout: String(idleInTransactionTimeoutMs),
        ...(isReadOnly ? { default_transaction_read_only: 'on' } : {}),
      }),
      max: poolSize,
    })
    this.#semaphore = new Semaphore(poolSize, queueLimit, waitLimitMs, LOAD_SHEDDING)
    this.query = async (strings, ...values) => {
      const parameters = checkParameters(values)
      const wait = this.#semaphore.acquire()
      if (wait) await wait
      this.statements++
      const span = statementSpan(strings)
      try {
        const rows = await this.#withDeadline(
          this.#sql(strings, ...parameters),
          this.#statementTimeoutMs,
          () => this.#semaphore.release(),
        )
        span?.end()
        return rows
      } catch (cause) {
        endStatementSpan(span, cause)
        throw new DatabaseError(cause, truncateStatement(strings.join('?')))
      }
    }
  }

  /** Connections that somebody has. */
  get busy(): number {
    return this.#semaphore.busy
  }

  get waiting(): number {
    return this.#semaphore.waiting
  }

  /** Runs `work` in a transaction: committed when it returns, rolled back when it throws. Never retried here. */
  transaction<Result>(work: (open: OpenTransaction) => Promise<Result>, limitMs = 30_000): Promise<Result> {
    const span = childSpan('transaction')
    if (!span) return this.#transact(work, limitMs)
    return runInSpan(span, () => this.#transact(work, limitMs)).finally(() => span.end())
  }

  async #transact<Result>(
    work: (open: OpenTransaction) => Promise<Result>,
    limitMs: number,
  ): Promise<Result> {
    const wait = this.#semaphore.acquire()
    if (wait) await wait
    let thrown: { error: unknown } | undefined
    let first: DatabaseError | undefined
    const deadline: Deadline = { at: performance.now() + limitMs + this.#deadlineMarginMs }
    try {
      return await this.#deadlines.watch(
        this.#sql.begin(async (sql) => {
          try {
            const result = await work(this.#createTransaction(sql, (error) => (first ??= error)))
            this.#limitRemainingTime(deadline)
            return result
          } catch (last) {
            // Of statements that were sent at once, one that failed for another's sake may reach us before its cause.
            const error = isTransactionAborted(last) ? first : last
            thrown = { error }
            this.#limitRemainingTime(deadline, error)
            throw error
          }
        }) as Promise<Result>,
        deadline,
        deadlineError,
        () => this.#semaphore.release(),
      )
    } catch (cause) {
      // What `work` threw is the caller's own; only what BEGIN and COMMIT say needs our words.
      if (thrown) throw thrown.error
      throw new DatabaseError(cause, 'begin … commit')
    }
  }

  /**
   * COMMIT and ROLLBACK are given as long as any statement, not all that is left of the transaction's time. After
   * a connection that did not answer there is nothing to wait for: ROLLBACK is queued behind what is stuck.
   */
  #limitRemainingTime(deadline: Deadline, error?: unknown): void {
    const isStuck = error instanceof DatabaseError && error.driverCode === CLIENT_DEADLINE
    const waitMs = isStuck ? 0 : this.#statementTimeoutMs + this.#deadlineMarginMs
    deadline.at = Math.min(deadline.at, performance.now() + waitMs)
  }

  /** Holds one connection for as long as `work` runs, for what lives in a session: advisory locks, CREATE DATABASE. */
  async withSession<Result>(work: (open: OpenTransaction) => Promise<Result>): Promise<Result> {
    const wait = this.#semaphore.acquire()
    if (wait) await wait
    try {
      const reserved = await this.#sql.reserve()
      try {
        return await work(this.#createTransaction(reserved))
      } finally {
        reserved.release()
      }
    } finally {
      this.#semaphore.release()
    }
  }

  /** Subscribes to NOTIFY on a connection of its own; the driver subscribes again after a lost connection. */
  async listen(
    channel: string,
    onNotification: (payload: string) => void,
    onListening?: () => void,
  ): Promise<ListenSubscription> {
    const subscription = await this.#sql.listen(channel, onNotification, onListening)
    return { end: () => subscription.unlisten() }
  }

  async close(): Promise<void> {
    this.#deadlines.close()
    this.#semaphore.close()
    await this.#sql.close({ timeout: 5 })
  }

  #createTransaction(sql: SQL, onError: (error: DatabaseError) => void = () => {}): OpenTransaction {
    const wrapError = (cause: unknown, text: string) => {
      const error = new DatabaseError(cause, truncateStatement(text))
      onError(error)
      return error
    }
    return {
      statement: async (strings, ...values) => {
        const parameters = checkParameters(values)
        this.statements++
        const span = statementSpan(strings)
        try {
          const rows = await this.#withDeadline(sql(strings, ...parameters), this.#statementTimeoutMs)
          span?.end()
          return rows
        } catch (cause) {
          endStatementSpan(span, cause)
          throw wrapError(cause, strings.join('?'))
        }
      },
      raw: async (text, values = []) => {
        try {
          return await this.#withDeadline(sql.unsafe(text, values), this.#statementTimeoutMs)
        } catch (cause) {
          throw wrapError(cause, text)
        }
      },
      script: async (text) => {
        try {
          await this.#withDeadline(sql.unsafe(text).simple(), this.#statementTimeoutMs)
        } catch (cause) {
          throw wrapError(cause, text)
        }
      },
    }
  }

  /**
   * Waits for the driver, but not for ever: a frozen server is given up on. The permit stays taken until the
   * driver has really let go, because the connection is really busy until then.
   */
  #withDeadline<Result>(
    started: PromiseLike<Result>,
    limitMs: number,
    onSettled?: () => void,
  ): Promise<Result> {
    return this.#deadlines.watch(started, limitMs + this.#deadlineMarginMs, deadlineError, onSettled)
  }
}

const CLIENT_DEADLINE = 'CLIENT_DEADLINE'

function deadlineError(): Error {
  return Object.assign(new Error('the database did not answer in time'), { code: CLIENT_DEADLINE })
}

/** What every connection of ours has in common. */
export function connectionOptions(
  { url, tlsCa }: Pick<DatabaseOptions, 'url' | 'tlsCa'>,
  settings: Record<string, string>,
): SQL.Options {
  return {
    url: urlWithSslMode(url, tlsCa !== undefined),
    bigint: true,
    prepare: true,
    connectionTimeout: 5,
    idleTimeout: 0,
    ...(tlsCa ? { tls: { ca: tlsCa, rejectUnauthorized: true } } : {}),
    connection: { TimeZone: 'UTC', ...settings },
  }
}

/** Only verify-full checks whom we talk to; weaker modes of the driver accept anyone's certificate. */
function urlWithSslMode(url: string, verified: boolean): string {
  const parsed = new URL(url)
  parsed.search = verified ? '?sslmode=verify-full' : ''
  return parsed.toString()
}
