import { SQL } from 'bun'
import { Permits } from '../permits.ts'
import { connectionOptions, type DatabaseOptions, type Db } from './database.ts'
import { DatabaseFault, shorten } from './faults.ts'
import { checkedParameters } from './parameters.ts'

const CONNECTIONS = 4
const IN_FLIGHT = 128
const STATEMENT_TIMEOUT_MS = 1_000

/**
 * A lane of its own for reads of a few rows by key. Here the driver may pipeline: many statements ride on one
 * connection and share its system calls, which makes them a third cheaper. What makes pipelining dangerous
 * elsewhere cannot happen: the server refuses every write, a plain read waits for no row lock, and what is slow
 * is cut off. Lists, searches and sums do not belong here: strangers wait behind them.
 */
export class QuickReads {
  readonly #sql: SQL
  readonly #permits: Permits
  readonly query: Db

  constructor(options: Pick<DatabaseOptions, 'url' | 'tlsCa' | 'queueLimit' | 'waitLimitMs'>) {
    this.#sql = new SQL({
      ...connectionOptions(options, {
        application_name: 'lyceum-quick',
        statement_timeout: String(STATEMENT_TIMEOUT_MS),
        default_transaction_read_only: 'on',
      }),
      max: CONNECTIONS,
    })
    this.#permits = new Permits(IN_FLIGHT, options.queueLimit ?? 5_000, options.waitLimitMs ?? 5_000)
    this.query = async (strings, ...values) => {
      const parameters = checkedParameters(values)
      const wait = this.#permits.acquire()
      if (wait) await wait
      try {
        return await this.#sql(strings, ...parameters)
      } catch (cause) {
        throw new DatabaseFault(cause, shorten(strings.join('?')))
      } finally {
        this.#permits.release()
      }
    }
  }

  async close(): Promise<void> {
    this.#permits.close()
    await this.#sql.close({ timeout: 5 })
  }
}
