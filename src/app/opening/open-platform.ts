import { join } from 'node:path'
import { useWalletSealKeys } from '../../modules/wallet/accounts/seal-keys.ts'
import { usePinPepper } from '../../modules/wallet/pin/pin-hash.ts'
import type { Chain } from '../../platform/chain/chain.ts'
import type { Config } from '../../platform/config.ts'
import { Database, type Db } from '../../platform/db/database.ts'
import { QuickReads } from '../../platform/db/quick-reads.ts'
import { ReplicaReads } from '../../platform/db/replica-reads.ts'
import { Limits } from '../../platform/limits/limits.ts'
import { PostgresLimits } from '../../platform/limits/postgres.ts'
import { RedisLimits } from '../../platform/limits/redis.ts'
import type { Live } from '../../platform/live/live.ts'
import { startPostgresLive } from '../../platform/live/postgres.ts'
import { startRedisLive } from '../../platform/live/redis.ts'
import { log } from '../../platform/log.ts'
import { countedElsewhere, gauge } from '../../platform/metrics.ts'
import type { Platform } from '../../platform/platform.ts'
import { useSecretKey } from '../../platform/secrets.ts'
import { Sockets } from '../../platform/sockets/sockets.ts'
import { createDiskStorage } from '../../platform/storage/disk.ts'
import { createS3Storage } from '../../platform/storage/s3.ts'
import { createWrite } from '../../platform/write.ts'
import { knownChain } from '../chain/open-chain.ts'
import { countFacts } from '../figures/count-facts.ts'
import { createReactions } from '../reactions.ts'

export interface OpenPlatform extends Platform {
  /** Absent when none is configured. */
  replica: ReplicaReads | undefined
  /** The relay is told here that this process has committed jobs, once it runs. */
  onOutbox: (wake: () => void) => void
  close(): Promise<void>
}

/** Opens everything that modules stand on, over a database that is migrated. Commands do without a chain. */
export async function openPlatform(
  config: Config,
  databaseUrl: string,
  chain: Chain = knownChain(config),
): Promise<OpenPlatform> {
  log.level = config.logLevel
  useSecretKey(config.secretKey)
  usePinPepper(config.wallet.pinPepper)
  useWalletSealKeys(config.wallet.sealKeys)
  const connection = { url: databaseUrl, tlsCa: config.database.tlsCa }
  const database = new Database({ ...connection, poolSize: config.database.poolSize })
  const quickReads = new QuickReads(connection)
  const replica = openReplica(config, database.query, quickReads.query)
  gauge(
    'lyceum_database_waiting',
    'Statements and transactions that wait for a connection',
    () => database.waiting,
  )
  gauge('lyceum_database_busy', 'Connections of the pool that are in use', () => database.busy)
  gauge('lyceum_database_pool_size', 'Connections that the pool has', () => database.poolSize)
  countedElsewhere(
    'lyceum_database_statements_total',
    'Statements that were sent, by the lane that they took',
    'lane',
    () => [
      ['pool', database.statements],
      ['quick', quickReads.statements],
    ],
  )
  const live: Live = config.redisUrl
    ? await startRedisLive(config.redisUrl)
    : await startPostgresLive(database)
  const postgresLimits = new PostgresLimits(database.query)
  const redisLimits = config.redisUrl ? new RedisLimits(config.redisUrl, postgresLimits) : undefined
  let wake = () => {}
  return {
    config,
    database,
    db: database.query,
    quick: quickReads.query,
    stale: replica?.query ?? database.query,
    replica,
    write: createWrite(database, createReactions(config, live, chain), () => wake(), countFacts),
    live,
    sockets: new Sockets(live),
    limits: new Limits({
      enabled: config.limits.enabled,
      general: config.limits.general,
      strict: redisLimits ?? postgresLimits,
    }),
    storage: config.s3 ? createS3Storage(config.s3) : createDiskStorage(join(config.dataDir, 'files')),
    chain,
    onOutbox: (tell) => {
      wake = tell
    },
    close: async () => {
      await live.close()
      redisLimits?.close()
      await replica?.close()
      await quickReads.close()
      await database.close()
    },
  }
}

function openReplica(config: Config, primary: Db, primaryPosition: Db): ReplicaReads | undefined {
  const { replicaUrl, replicaMaxLagMs, poolSize, tlsCa } = config.database
  const replica = replicaUrl
    ? new ReplicaReads({
        url: replicaUrl,
        tlsCa,
        poolSize,
        primary,
        primaryPosition,
        maxLagMs: replicaMaxLagMs,
      })
    : undefined
  gauge('lyceum_replica_in_use', 'Whether the replica answers reads: 1, or 0', () =>
    replica?.isInUse ? 1 : 0,
  )
  gauge('lyceum_replica_lag_seconds', 'How far the replica is behind at most', () => replica?.lagSeconds ?? 0)
  return replica
}
