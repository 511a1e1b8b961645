import { join } from 'node:path'
import { setWalletSealKeys } from '../../modules/wallet/custody/seal-keys.ts'
import { setPinPepper } from '../../modules/wallet/pin/pin-hash.ts'
import { COMMIT, VERSION } from '../../platform/build-info.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import type { Config } from '../../platform/config/config.ts'
import { Database, type Db } from '../../platform/db/database.ts'
import { PipelinedReads } from '../../platform/db/pipelined-reads.ts'
import { readsOnly } from '../../platform/db/read-statements.ts'
import { ReplicaReads } from '../../platform/db/replica-reads.ts'
import { log } from '../../platform/log.ts'
import { gauge, infoGauge, observableCounter } from '../../platform/metrics.ts'
import type { Platform } from '../../platform/platform.ts'
import { startPostgresPubSub } from '../../platform/pubsub/postgres-pubsub.ts'
import type { FallbackPubSub } from '../../platform/pubsub/pubsub.ts'
import type { RedisPubSub } from '../../platform/pubsub/redis-pubsub.ts'
import { createWakeSignal } from '../../platform/pubsub/wake-signal.ts'
import { PostgresRateLimitStore } from '../../platform/rate-limits/postgres-store.ts'
import { RateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { useSecretKey } from '../../platform/secrets.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import { createS3Storage } from '../../platform/storage/s3.ts'
import { StorageWatch } from '../../platform/storage/storage-watch.ts'
import { createWrite } from '../../platform/transaction/write.ts'
import { ConnectionRegistry } from '../../platform/websockets/connection-registry.ts'
import { offlineChain } from '../chain/connect-chain.ts'
import { countEvents } from '../metrics/event-counters.ts'
import { createReactions } from '../reactions.ts'
import { createGeneralLimit } from './general-limit.ts'

export interface RunningPlatform extends Platform {
  /** Asks the storage whether it works. */
  storageWatch: StorageWatch
  /** Absent when none is configured. */
  replica: ReplicaReads | undefined
  /** Absent when none is configured. */
  redis: RedisPubSub | undefined
  /** Registers the relay of this process: it is woken after a commit of this process and of processes without a relay. */
  onOutbox: (wake: () => void) => Promise<void>
  close(): Promise<void>
}

/** Creates the platform on a migrated database. Commands use it without a chain. */
export async function createPlatform(
  config: Config,
  databaseUrl: string,
  chain: Chain = offlineChain(config),
): Promise<RunningPlatform> {
  log.level = config.logLevel
  useSecretKey(config.secretKey)
  setPinPepper(config.wallet.pinPepper)
  setWalletSealKeys(config.wallet.sealKeys)
  const connection = { url: databaseUrl, tlsCa: config.database.tlsCa }
  const database = new Database({ ...connection, poolSize: config.database.poolSize })
  const pipelinedReads = new PipelinedReads(connection)
  const db = readsOnly(database.query)
  const replica = createReplicaReads(config, db, pipelinedReads.query)
  gauge(
    'lyceum_database_pool_waiting',
    'Statements and transactions waiting for a connection',
    () => database.waiting,
  )
  gauge('lyceum_database_pool_in_use', 'Connections of the pool in use', () => database.busy)
  gauge('lyceum_database_pool_size', 'Size of the connection pool', () => database.poolSize)
  observableCounter('lyceum_database_statements_total', 'Statements sent, by pool', 'pool', () => [
    ['main', database.statements],
    ['pipelined', pipelinedReads.statements],
  ])
  const postgresPubSub = await startPostgresPubSub(database)
  const postgresStore = new PostgresRateLimitStore(database.autocommit)
  const connected = config.redisUrl
    ? await connectRedis(config.redisUrl, postgresPubSub, postgresStore)
    : undefined
  const redis = connected?.pubsub
  const pubsub = redis ?? postgresPubSub
  gauge('lyceum_redis_up', '0 while the configured Redis cannot be reached, otherwise 1', () =>
    redis?.isUp() === false ? 0 : 1,
  )
  infoGauge('lyceum_build_info', 'Always 1; the labels say which version runs, and in which role', {
    version: VERSION,
    commit: COMMIT,
    role: config.role,
  })
  const storage = config.s3 ? createS3Storage(config.s3) : createDiskStorage(join(config.dataDir, 'files'))
  const storageWatch = new StorageWatch(storage)
  gauge('lyceum_storage_up', '0 while files cannot be stored, otherwise 1', () =>
    storageWatch.isUp() ? 1 : 0,
  )
  const outboxSignal = createWakeSignal(pubsub, 'jobs.outbox')
  // A process without a relay announces its rows to those that have one.
  let wake = () => outboxSignal.send()
  return {
    config,
    database,
    db,
    pipelinedDb: pipelinedReads.query,
    replicaDb: replica?.query ?? db,
    replica,
    redis,
    autocommitDb: database.autocommit,
    write: createWrite(database, createReactions(config, pubsub, chain), () => wake(), countEvents),
    pubsub,
    connections: new ConnectionRegistry(pubsub),
    rateLimits: new RateLimits({
      enabled: config.limits.enabled,
      general: createGeneralLimit({ config, pubsub, db: pipelinedReads.query }),
      strict: connected?.store ?? postgresStore,
    }),
    storage,
    storageWatch,
    chain,
    onOutbox: async (wakeRelay) => {
      wake = wakeRelay
      await outboxSignal.onSignal(wakeRelay)
    },
    close: async () => {
      await pubsub.close()
      connected?.store.close()
      await replica?.close()
      await pipelinedReads.close()
      await database.close()
    },
  }
}

function createReplicaReads(config: Config, primary: Db, primaryPosition: Db): ReplicaReads | undefined {
  const { replicaUrl, replicaMaxLagMs, poolSize, tlsCa } = config.database
  const options = { tlsCa, poolSize, primary, primaryPosition, maxLagMs: replicaMaxLagMs }
  const replica = replicaUrl ? new ReplicaReads({ ...options, url: replicaUrl }) : undefined
  gauge('lyceum_replica_in_use', '1 if reads go to the replica, otherwise 0', () =>
    replica?.isInUse ? 1 : 0,
  )
  gauge('lyceum_replica_lag_seconds', 'Maximum lag of the replica', () => replica?.lagSeconds ?? 0)
  return replica
}

/** The client of Redis takes a twentieth of a second to load, so a start without Redis does not load it. */
async function connectRedis(url: string, pubsub: FallbackPubSub, store: PostgresRateLimitStore) {
  const { startRedisPubSub } = await import('../../platform/pubsub/redis-pubsub.ts')
  const { RedisRateLimitStore } = await import('../../platform/rate-limits/redis-store.ts')
  return { pubsub: await startRedisPubSub(url, pubsub), store: new RedisRateLimitStore(url, store) }
}
