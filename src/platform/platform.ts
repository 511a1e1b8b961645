import type { Chain } from './chain/chain.ts'
import type { Config } from './config.ts'
import type { Database, Db } from './db/database.ts'
import type { Limits } from './limits/limits.ts'
import type { Live } from './live/live.ts'
import type { Sockets } from './sockets/sockets.ts'
import type { Storage } from './storage/storage.ts'
import type { Write } from './write.ts'

/** What `app/` hands to every module's routes and jobs. */
export interface Platform {
  config: Config
  database: Database
  /** For reading. */
  db: Db
  /** For reading a few rows by key, where requests are many; see `db/quick-reads.ts`. */
  quick: Db
  /**
   * For reading what may be some seconds old, from a replica when there is one; see `db/replica-reads.ts`. Never for
   * what something is decided by, nor for what a user has just changed and looks at.
   */
  stale: Db
  /** For writing. */
  write: Write
  live: Live
  limits: Limits
  /** Clients that are connected live. */
  sockets: Sockets
  storage: Storage
  chain: Chain
}
