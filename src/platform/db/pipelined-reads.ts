import { SQL } from 'bun'
import { Semaphore } from '../concurrency/semaphore.ts'
import { endStatementSpan, statementSpan } from '../tracing/statement-span.ts'
import { connectionOptions, type DatabaseOptions, type Db, LOAD_SHEDDING } from './database.ts'
import { DatabaseError, truncateStatement } from './database-error.ts'
import { checkParameters } from './parameters.ts'

const CONNECTIONS = 4
const IN_FLIGHT = 128
const STATEMENT_TIMEOUT_MS = 1_000
const DEADLINE_MARGIN_MS = 2_000
const SWEEP_MS = 500
const SWEEPS_SURVIVED = (STATEMENT_TIMEOUT_MS + DEADLINE_MARGIN_MS) / SWEEP_MS

/**
 * A separate pool for reads of a few rows by key. Here the driver may pipeline: many statements share one
 * connection and its system calls, which makes them a third cheaper. The dangers of pipelining do not apply:
 * the server rejects every write, a plain read waits for no row lock, and a slow statement is cut off by the
 * server or, if the server is frozen, by this process. Do not run lists, searches or sums here: other reads
 * wait behind them.
 */
export class PipelinedReads {
  #sql: SQL
  readonly #semaphore: Semaphore
  /** Runs only while a statement is open, so that it does not wake an idle process. */
  #sweeper: Timer | undefined
  /** Counts open statements by the number of sweeps since they began: a deadline for each would cost more. */
  readonly #open = [{ count: 0 }]
  readonly query: Db
  /** Statements sent. */
  statements = 0

  constructor(options: Pick<DatabaseOptions, 'url' | 'tlsCa' | 'queueLimit' | 'waitLimitMs'>) {
    const connect = () =>
      new SQL({
        ...connectionOptions(options, {
          application_name: 'lyceum-pipelined',
          statement_timeout: String(STATEMENT_TIMEOUT_MS),
          default_transaction_read_only: 'on',
        }),
        max: CONNECTIONS,
      })
    this.#sql = connect()
    const { queueLimit = 5_000, waitLimitMs = 5_000 } = options
    this.#semaphore = new Semaphore(IN_FLIGHT, queueLimit, waitLimitMs, LOAD_SHEDDING)
    this.query = async (strings, ...values) => {
      const parameters = checkParameters(values)
      const wait = this.#semaphore.acquire()
      if (wait) await wait
      const open = this.#open[0]!
      open.count++
      this.#sweeper ??= setInterval(() => this.#sweep(connect), SWEEP_MS).unref()
      this.statements++
      const span = statementSpan(strings)
      try {
        const rows = await this.#sql(strings, ...parameters)
        span?.end()
        return rows
      } catch (cause) {
        endStatementSpan(span, cause)
        throw new DatabaseError(cause, truncateStatement(strings.join('?')))
      } finally {
        open.count--
        this.#semaphore.release()
      }
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper)
    this.#semaphore.close()
    await this.#sql.close({ timeout: 5 })
  }

  /**
   * A statement that is still open after `SWEEPS_SURVIVED` sweeps waits for a frozen server: the connections
   * are replaced.
   */
  #sweep(connect: () => SQL): void {
    if (this.#open.every(({ count }) => count === 0)) {
      clearInterval(this.#sweeper)
      this.#sweeper = undefined
      return
    }
    this.#open.unshift({ count: 0 })
    if (this.#open.length <= SWEEPS_SURVIVED + 1) return
    if (this.#open.pop()!.count === 0) return
    const stuck = this.#sql
    this.#sql = connect()
    stuck.close({ timeout: 0 }).catch(() => undefined)
  }
}
