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

/** Runs reads: `db` of the platform, or a transaction. A statement that writes or locks needs a `WritableDb`. */
export type Db = Statement

declare const writableBrand: unique symbol
declare const autocommitBrand: unique symbol

/** Runs reads and writes: a transaction, or an `AutocommitDb`. */
export interface WritableDb extends Statement {
  readonly [writableBrand]: true
}

/**
 * Runs a write as one statement that commits on its own: no event, no job, no retry. It is for claims, leases,
 * counters, delivery marks, retention, and batches of rows where a transaction around one statement only adds
 * round trips. All other writes use `write`.
 */
export interface AutocommitDb extends WritableDb {
  readonly [autocommitBrand]: true
}

/** An open transaction, before `write` wraps it in a `Tx`, or a reserved session. */
export interface OpenTransaction {
  statement: WritableDb
  /** For libraries with their own SQL text. */
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
  /** The extra time after the server's own limit before the connection counts as lost. */
  deadlineMarginMs?: number
  queueLimit?: number
  waitLimitMs?: number
  applicationName?: string
  /** The server rejects every write on these connections. */
  isReadOnly?: boolean
  /** Called when a connection closes or cannot be opened, also while it is idle. */
  onConnectionClosed?: () => void
}

/** Under sustained load a request waits at most a second for a connection; then the client should retry. */
export const LOAD_SHEDDING: LoadShedding = { afterMs: 1_000, waitLimitMs: 1_000 }

export interface ListenSubscription {
  end(): Promise<void>
}

/**
 * A pool of PostgreSQL connections. Only this folder uses Bun.SQL. This class checks parameters, gives each
 * connection one statement or transaction at a time, and limits the time of each.
 */
export class Database {
  readonly #sql: SQL
  readonly #semaphore: Semaphore
  readonly #statementTimeoutMs: number
  readonly #deadlineMarginMs: number
  readonly #deadlines = new Deadlines()
  /** For reads. */
  readonly query: Db
  /** For the writes that need no transaction. */
  readonly autocommit: AutocommitDb
  readonly poolSize: number
  /** Statements sent, including those in transactions, without `raw` and `script`. */
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
      ...(options.onConnectionClosed ? { onclose: () => options.onConnectionClosed!() } : {}),
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
          start(() => this.#sql(strings, ...parameters)),
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
    this.autocommit = this.query as AutocommitDb
  }

  /** Connections in use. */
  get busy(): number {
    return this.#semaphore.busy
  }

  get waiting(): number {
    return this.#semaphore.waiting
  }

  /** Runs `work` in a transaction: commits when it returns, rolls back when it throws. Does not retry. */
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
        start(
          () =>
            this.#sql.begin(async (sql) => {
              try {
                const result = await work(this.#createTransaction(sql, (error) => (first ??= error)))
                this.#limitRemainingTime(deadline)
                return result
              } catch (last) {
                // When statements are sent concurrently, a statement that failed because of another may be
                // reported before it.
                const error = isTransactionAborted(last) ? first : last
                thrown = { error }
                this.#limitRemainingTime(deadline, error)
                throw error
              }
            }) as Promise<Result>,
        ),
        deadline,
        deadlineError,
        () => this.#semaphore.release(),
      )
    } catch (cause) {
      // Errors of `work` pass unchanged; only errors of BEGIN and COMMIT are wrapped.
      if (thrown) throw thrown.error
      throw new DatabaseError(cause, 'begin … commit')
    }
  }

  /**
   * COMMIT and ROLLBACK get the limit of a statement, not the rest of the transaction's time. If the
   * connection did not respond, ROLLBACK is not awaited: it is queued behind the stuck statement.
   */
  #limitRemainingTime(deadline: Deadline, error?: unknown): void {
    const isStuck = error instanceof DatabaseError && error.driverCode === CLIENT_DEADLINE
    const waitMs = isStuck ? 0 : this.#statementTimeoutMs + this.#deadlineMarginMs
    deadline.at = Math.min(deadline.at, performance.now() + waitMs)
  }

  /** Reserves one connection while `work` runs, for session state: advisory locks, CREATE DATABASE. */
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

  /** Subscribes to NOTIFY on its own connection; the driver subscribes again after a lost connection. */
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
    const statement: Statement = async (strings, ...values) => {
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
    }
    return {
      statement: statement as WritableDb,
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
   * Waits for the driver up to a limit, because a server may be frozen. The permit stays taken until the
   * driver releases the connection, which is busy until then.
   */
  #withDeadline<Result>(
    started: PromiseLike<Result>,
    limitMs: number,
    onSettled?: () => void,
  ): Promise<Result> {
    return this.#deadlines.watch(started, limitMs + this.#deadlineMarginMs, deadlineError, onSettled)
  }
}

/** Turns an error that the driver throws before it sends anything into a rejection, so that the permit is released. */
function start<Result>(send: () => PromiseLike<Result>): PromiseLike<Result> {
  try {
    return send()
  } catch (error) {
    return Promise.reject(error)
  }
}

const CLIENT_DEADLINE = 'CLIENT_DEADLINE'

function deadlineError(): Error {
  return Object.assign(new Error('the database did not answer in time'), { code: CLIENT_DEADLINE })
}

/** Options of all connections. */
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

/**
 * Replaces all parameters of the URL. Only verify-full verifies the server; weaker modes of the driver accept
 * any certificate.
 */
function urlWithSslMode(url: string, verified: boolean): string {
  const parsed = new URL(url)
  parsed.search = verified ? '?sslmode=verify-full' : ''
  return parsed.toString()
}
