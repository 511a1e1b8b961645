import { Refusal } from '../errors.ts'
import { log } from '../log.ts'
import { counter } from '../metrics.ts'
import { Database, type DatabaseOptions, type Db } from './database.ts'
import { DatabaseFault, isTimeout, isUnavailable } from './faults.ts'
import { ReplicaLag } from './replica-lag.ts'

const PROBE_MS = 1_000
/** After a fault it is left alone for so long, however well it seems to be. */
const FAULT_MEMORY_MS = 2_000
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
type Trouble = string | undefined

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
  #scout: Database
  #trouble: Trouble = 'it was not looked at yet'
  #faultAt = Number.NEGATIVE_INFINITY
  /** Which cluster and database the primary is. */
  #cluster: string | undefined
  #probing: Promise<void> | undefined
  #isClosed = false
  readonly query: Db

  constructor(options: ReplicaReadsOptions) {
    this.#options = options
    this.#pool = this.#connect(options.poolSize)
    this.#scout = this.#connect(1)
    this.#probing = this.#probe()
    this.#prober = setInterval(() => {
      this.#probing ??= this.#probe()
    }, options.probeMs ?? PROBE_MS)
    this.#prober.unref()
    this.query = async (strings, ...values) => {
      if (this.#trouble === undefined) {
        try {
          const rows = await this.#pool.query(strings, ...values)
          servedReads.inc({ answered_by: 'replica' })
          return rows as never
        } catch (fault) {
          if (!isReplicasOwn(fault)) throw fault
          this.#noteFault(fault)
        }
      }
      servedReads.inc({ answered_by: 'primary' })
      return this.#options.primary(strings, ...values)
    }
  }

  get isInUse(): boolean {
    return this.#trouble === undefined
  }

  get trouble(): Trouble {
    return this.#trouble
  }

  get lagSeconds(): number {
    return this.#lag.at(performance.now()) / 1000
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#prober)
    await this.#probing
    await Promise.all([this.#pool.close(), this.#scout.close()])
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

  #noteFault(fault: unknown): void {
    const isAway = isUnavailable(fault) || isTimeout(fault) || fault instanceof Refusal
    // A read that is in the way of replaying, or needs a table that has not arrived, says nothing about the next one.
    if (!isAway || this.#isClosed) return
    this.#faultAt = performance.now()
    this.#is(String(fault))
  }

  #is(trouble: Trouble): void {
    const wasInUse = this.isInUse
    this.#trouble = trouble
    if (wasInUse === this.isInUse) return
    if (trouble) log.warn({ trouble }, 'replica: reads go to the primary')
    else log.info('replica: in use')
  }

  async #probe(): Promise<void> {
    const trouble = await this.#examine().catch((fault) => {
      this.#replaceStuck(fault)
      return String(fault)
    })
    this.#probing = undefined
    if (this.#isClosed) return
    const isFresh = performance.now() - this.#faultAt < FAULT_MEMORY_MS
    this.#is(trouble ?? (isFresh ? (this.#trouble ?? 'it failed a moment ago') : undefined))
  }

  /** One that does not answer is busy enough: the replica is then judged by what was known before. */
  async #askPrimary(): Promise<void> {
    const askedAt = performance.now()
    try {
      const [primary] = await this.#options.primaryPosition<{ position: bigint; cluster: string }>`
        select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint as position,
          (select system_identifier from pg_control_system()) || '/' || current_database() as cluster`
      this.#lag.note(askedAt, primary!.position)
      this.#cluster = primary!.cluster
    } catch (fault) {
      log.debug({ fault: String(fault) }, 'replica: the primary did not say how far it is')
    }
  }

  async #examine(): Promise<Trouble> {
    await this.#askPrimary()
    const [replica] = await this.#scout.query<{ position: bigint | null; cluster: string; replays: boolean }>`
      select (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint as position, pg_is_in_recovery() as replays,
        (select system_identifier from pg_control_system()) || '/' || current_database() as cluster`
    if (replica!.cluster !== this.#cluster) return 'it is a replica of another database'
    if (!replica!.replays || replica!.position === null) return 'it is no replica'
    this.#lag.reached(replica!.position)
    const lagMs = this.#lag.at(performance.now())
    return lagMs > this.#options.maxLagMs ? `it is ${Math.round(lagMs / 1000)} seconds behind` : undefined
  }

  /** Connections to a server that is frozen never come back, even when it does. */
  #replaceStuck(fault: unknown): void {
    if (!(fault instanceof DatabaseFault) || fault.driverCode !== 'CLIENT_DEADLINE' || this.#isClosed) return
    for (const stuck of [this.#pool, this.#scout]) {
      // Not before whoever waits there has been told that it is in vain.
      Bun.sleep(2 * (STATEMENT_TIMEOUT_MS + DEADLINE_MARGIN_MS))
        .then(() => stuck.close())
        .catch(() => undefined)
    }
    this.#pool = this.#connect(this.#options.poolSize)
    this.#scout = this.#connect(1)
  }
}

/** The primary would say the same of a write, and of a value that cannot be bound. */
function isReplicasOwn(fault: unknown): boolean {
  if (fault instanceof Refusal) return true
  return fault instanceof DatabaseFault && fault.sqlState !== READ_ONLY_TRANSACTION
}
