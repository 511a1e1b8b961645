import { Refusal } from '../errors.ts'
import { log } from '../log.ts'
import { counter } from '../metrics.ts'
import { Database, type DatabaseOptions, type Db } from './database.ts'
import { DatabaseError, isTimeout, isUnavailable } from './database-error.ts'
import { ReplicaLag } from './replica-lag.ts'

const PROBE_MS = 1_000
/** After a fault it is left alone for so long, however well it seems to be. */
const ERROR_MEMORY_MS = 2_000
/** Shorter than with the primary, because afterwards the primary is still to be asked. */
const STATEMENT_TIMEOUT_MS = 2_000
const DEADLINE_MARGIN_MS = 500
const WAIT_LIMIT_MS = 500
const READ_ONLY_TRANSACTION = '25006'

const servedReads = counter('lyceum_replica_reads_total', 'Reads that a replica may answer, by who did', [
  'answered_by',
])

export interface ReplicaReadsOptions extends Pick<DatabaseOptions, 'url' | 'tlsCa' | 'poolSize'> {
  /** Who answers when the replica does not. */
  primary: Db
  /** By which the primary is asked how far it is: nobody should have to queue for that. */
  primaryPosition: Db
  maxLagMs: number
  probeMs?: number
}

/** Why the replica is left alone, in a few words; undefined when it is in use. */
type UnhealthyReason = string | undefined

/**
 * Reads that may be some seconds old. They go to a replica while it answers and keeps up, and to the primary
 * otherwise: whatever becomes of the replica, no read fails of it. Connections to it are read-only, and a write that
 * strays here is refused and never handed on.
 */
export class ReplicaReads {
  readonly #options: ReplicaReadsOptions
  readonly #lag = new ReplicaLag()
  readonly #prober: Timer
  #pool: Database
  /** For looking at it: however busy the others are, this one has its turn. */
  #probeDatabase: Database
  #unhealthyReason: UnhealthyReason = 'it was not looked at yet'
  #failedAt = Number.NEGATIVE_INFINITY
  /** Which cluster and database the primary is. */
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
    // A read that is in the way of replaying, or needs a table that has not arrived, says nothing about the next one.
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
      reason ?? (isFresh ? (this.#unhealthyReason ?? 'it failed a moment ago') : undefined),
    )
  }

  /** One that does not answer is busy enough: the replica is then judged by what was known before. */
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
    if (replica!.cluster !== this.#cluster) return 'it is a replica of another database'
    if (!replica!.replays || replica!.position === null) return 'it is no replica'
    this.#lag.reached(replica!.position)
    const lagMs = this.#lag.at(performance.now())
    return lagMs > this.#options.maxLagMs ? `it is ${Math.round(lagMs / 1000)} seconds behind` : undefined
  }

  /** Connections to a server that is frozen never come back, even when it does. */
  #replaceStuckPools(error: unknown): void {
    if (!(error instanceof DatabaseError) || error.driverCode !== 'CLIENT_DEADLINE' || this.#isClosed) return
    for (const stuck of [this.#pool, this.#probeDatabase]) {
      // Not before whoever waits there has been told that it is in vain.
      Bun.sleep(2 * (STATEMENT_TIMEOUT_MS + DEADLINE_MARGIN_MS))
        .then(() => stuck.close())
        .catch(() => undefined)
    }
    this.#pool = this.#connect(this.#options.poolSize)
    this.#probeDatabase = this.#connect(1)
  }
}

/** The primary would say the same of a write, and of a value that cannot be bound. */
function isReplicaError(error: unknown): boolean {
  if (error instanceof Refusal) return true
  return error instanceof DatabaseError && error.sqlState !== READ_ONLY_TRANSACTION
}
