import { Database, type DatabaseOptions, type Db } from '../../src/platform/db/database.ts'
import { isUnavailable } from '../../src/platform/db/database-error.ts'

const RETRY_MS = 150_000
const RETRY_INTERVAL_MS = 50

/**
 * For tests that kill PostgreSQL while they query it themselves. `query` retries for minutes while the server is
 * unavailable, so a statement may run twice: send only reads and idempotent writes. Transactions are not retried.
 */
export class RetryingDatabase extends Database {
  declare readonly query: Db

  constructor(options: DatabaseOptions) {
    super(options)
    const queryOnce = this.query
    this.query = (strings, ...values) => retryWhileUnavailable(() => queryOnce(strings, ...values))
  }
}

/** Runs an idempotent operation again while the database is unavailable. */
export async function retryWhileUnavailable<Result>(operation: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + RETRY_MS
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      await Bun.sleep(RETRY_INTERVAL_MS)
    }
  }
}
