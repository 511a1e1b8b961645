import { Refusal } from '../errors.ts'
import { log } from '../log.ts'
import { counter } from '../metrics.ts'
import { Database, type DatabaseOptions, type Db } from './database.ts'
import { DatabaseError, isTimeout, isUnavailable } from './database-error.ts'
import { ReplicaLag } from './replica-lag.ts'

const PROBE_MS = 1_000
/** The replica is not used for this time after an error. */
const ERROR_MEMORY_MS = 2_000
/** Shorter than for the primary, because the primary is still tried afterwards. */
const STATEMENT_TIMEOUT_MS = 2_000
const DEADLINE_MARGIN_MS = 500
const WAIT_LIMIT_MS = 500
const READ_ONLY_TRANSACTION = '25006'

const servedReads = counter(
  'lyceum_replica_reads_total',
  'Reads that a replica may serve, by the server that did',
  ['answered_by'],
)

export interface ReplicaReadsOptions extends Pick<DatabaseOptions, 'url' | 'tlsCa' | 'poolSize'> {
  /** Serves reads when the replica does not. */
  primary: Db
  /** Reads the primary's log position without queueing for a connection. */
  primaryPosition: Db
  maxLagMs: number
  probeMs?: number
}

/** The reason why the replica is not used; undefined when it is in use. */
type UnhealthyReason = string | undefined

/**
 * Reads that may be some seconds old. They use a replica while it responds and keeps up, and the primary
 * otherwise, so a broken replica fails no read. Connections to the replica are read-only; a write is rejected
 * and not passed to the primary.
 */
export class ReplicaReads {
  readonly #options: ReplicaReadsOptions
  readonly #lag = new ReplicaLag()
  readonly #prober: Timer
  #pool: Database
  /** A separate connection for health checks, so that they do not wait for reads. */
  #probeDatabase: Database
  #unhealthyReason: UnhealthyReason = 'not checked yet'
  #failedAt = Number.NEGATIVE_INFINITY
  /** The cluster and database of the primary. */
  #cluster: string | undefined
  #probing: Promise<void> | undefined
  #isClosed = false
  readonly query: Db

  constructor(options: ReplicaReadsOptions) {
    this.#options = options
    this.#pool = this.#connect(options.poolSize)
    this.#probeDatabase = this.#connect(1)
    this.#probing = this.#probe()
    this.#prober = setInterval(() => {
      this.#probing ??= this.#probe()
    }, options.probeMs ?? PROBE_MS)
    this.#prober.unref()
    this.query = async (strings, ...values) => {
      if (this.#unhealthyReason === undefined) {
        try {
          const rows = await this.#pool.query(strings, ...values)
          servedReads.inc({ answered_by: 'replica' })
          return rows as never
        } catch (error) {
          if (!isReplicaError(error)) throw error
          this.#recordError(error)
        }
      }
      servedReads.inc({ answered_by: 'primary' })
      return this.#options.primary(strings, ...values)
    }
  }

  get isInUse(): boolean {
    return this.#unhealthyReason === undefined
  }

  get unhealthyReason(): UnhealthyReason {
    return this.#unhealthyReason
  }

  get lagSeconds(): number {
    return this.#lag.at(performance.now()) / 1000
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#prober)
    await this.#probing
    await Promise.all([this.#pool.close(), this.#probeDatabase.close()])
  }

  #connect(poolSize: number | undefined): Database {
    const { url, tlsCa } = this.#options
    return new Database({
      url,
      tlsCa,
      ...(poolSize ? { poolSize } : {}),
      isReadOnly: true,
      applicationName: 'lyceum-replica',
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
      deadlineMarginMs: DEADLINE_MARGIN_MS,
      waitLimitMs: WAIT_LIMIT_MS,
    })
  }

  #recordError(error: unknown): void {
    const isAway = isUnavailable(error) || isTimeout(error) || error instanceof Refusal
    // A read that conflicts with recovery, or needs a missing table, does not make the replica unhealthy.
    if (!isAway || this.#isClosed) return
    this.#failedAt = performance.now()
    this.#setUnhealthyReason(String(error))
  }

  #setUnhealthyReason(reason: UnhealthyReason): void {
    const wasInUse = this.isInUse
    this.#unhealthyReason = reason
    if (wasInUse === this.isInUse) return
    if (reason) log.warn({ reason }, 'replica: unhealthy; reads go to the primary')
    else log.info('replica: in use')
  }

  async #probe(): Promise<void> {
    const reason = await this.#checkHealth().catch((error) => {
      this.#replaceStuckPools(error)
      return String(error)
    })
    this.#probing = undefined
    if (this.#isClosed) return
    const isFresh = performance.now() - this.#failedAt < ERROR_MEMORY_MS
    this.#setUnhealthyReason(
      reason ?? (isFresh ? (this.#unhealthyReason ?? 'a read failed recently') : undefined),
    )
  }

  /** Reads the primary's log position. If that fails, the replica is judged by the last known position. */
  async #readPrimaryPosition(): Promise<void> {
    const askedAt = performance.now()
    try {
      const [primary] = await this.#options.primaryPosition<{ position: bigint; cluster: string }>`
        select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position,
          (select system_identifier from pg_control_system()) || '/' || current_database() as cluster`
      this.#lag.note(askedAt, primary!.position)
      this.#cluster = primary!.cluster
    } catch (error) {
      log.debug({ error: String(error) }, 'replica: reading the primary position failed')
    }
  }

  async #checkHealth(): Promise<UnhealthyReason> {
    await this.#readPrimaryPosition()
    const [replica] = await this.#probeDatabase.query<{
      position: bigint | null
      cluster: string
      replays: boolean
    }>`
      select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as position, pg_is_in_recovery() as replays,
        (select system_identifier from pg_control_system()) || '/' || current_database() as cluster`
    if (replica!.cluster !== this.#cluster) return 'it replicates another database'
    if (!replica!.replays || replica!.position === null) return 'it is not a replica'
    this.#lag.reached(replica!.position)
    const lagMs = this.#lag.at(performance.now())
    return lagMs > this.#options.maxLagMs ? `it is ${Math.round(lagMs / 1000)} seconds behind` : undefined
  }

  /** Connections to a frozen server never recover, even when the server does. */
  #replaceStuckPools(error: unknown): void {
    if (!(error instanceof DatabaseError) || error.driverCode !== 'CLIENT_DEADLINE' || this.#isClosed) return
    for (const stuck of [this.#pool, this.#probeDatabase]) {
      // Waits until the pending reads have been rejected.
      Bun.sleep(2 * (STATEMENT_TIMEOUT_MS + DEADLINE_MARGIN_MS))
        .then(() => stuck.close())
        .catch(() => undefined)
    }
    this.#pool = this.#connect(this.#options.poolSize)
    this.#probeDatabase = this.#connect(1)
  }
}

/**
 * Returns true if the primary runs the statement instead. A write is never passed to the primary, and an
 * invalid parameter fails there in the same way.
 */
function isReplicaError(error: unknown): boolean {
  if (error instanceof Refusal) return true
  return error instanceof DatabaseError && error.sqlState !== READ_ONLY_TRANSACTION
}
