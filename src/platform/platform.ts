import type { Chain } from './chain/chain.ts'
import type { Config } from './config/config.ts'
import type { Database, Db } from './db/database.ts'
import type { PubSub } from './pubsub/pubsub.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { Storage } from './storage/storage.ts'
import type { Write } from './transaction/write.ts'
import type { ConnectionRegistry } from './websockets/connection-registry.ts'

/** What `app/` hands to every module's routes and jobs. */
export interface Platform {
  config: Config
  database: Database
  /** For reading. */
  db: Db
  /** For reading a few rows by key, where requests are many; see `db/quick-reads.ts`. */
  pipelinedDb: Db
  /**
   * For reading what may be some seconds old, from a replica when there is one; see `db/replica-reads.ts`. Never for
   * what something is decided by, nor for what a user has just changed and looks at.
   */
  replicaDb: Db
  /** For writing. */
  write: Write
  pubsub: PubSub
  rateLimits: RateLimits
  /** Clients that are connected live. */
  connections: ConnectionRegistry
  storage: Storage
  chain: Chain
}
