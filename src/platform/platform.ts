import type { Chain } from './chain/chain.ts'
import type { Config } from './config/config.ts'
import type { AutocommitDb, Database, Db } from './db/database.ts'
import type { PubSub } from './pubsub/pubsub.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { Storage } from './storage/storage.ts'
import type { Write } from './transaction/write.ts'
import type { ConnectionRegistry } from './websockets/connection-registry.ts'

/** The dependencies that `app/` passes to every module's routes and jobs. */
export interface Platform {
  config: Config
  database: Database
  /** For reads. It rejects statements that write or lock; see `db/read-statements.ts`. */
  db: Db
  /** Reads a few rows by key, for frequent requests; see `db/pipelined-reads.ts`. */
  pipelinedDb: Db
  /**
   * Reads data that may be some seconds old, from a replica if one is configured; see `db/replica-reads.ts`. Do not
   * base decisions on it, and do not show a user their own changes from it.
   */
  replicaDb: Db
  /** For writes. */
  write: Write
  /** For the writes that need no transaction; see `AutocommitDb`. */
  autocommitDb: AutocommitDb
  pubsub: PubSub
  rateLimits: RateLimits
  /** The connected WebSocket clients. */
  connections: ConnectionRegistry
  storage: Storage
  chain: Chain
}
