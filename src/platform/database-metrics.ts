import { Deadlines } from './concurrency/deadlines.ts'
import type { Db } from './db/database.ts'
import { isUnavailable } from './db/database-error.ts'
import { describeError } from './describe-error.ts'
import { log } from './log.ts'
import { addMetricsSource } from './metrics.ts'

/** One number, or one for each value of a label. Null where there is nothing to say: no sample is shown then. */
export type MetricValue = number | null | { label: string; values: Record<string, number> }

/** Figures of the state that all processes share, and the one cheap statement that reads them. */
export interface DatabaseMetrics {
  /** What each means, for whoever looks at /metrics. */
  help: Record<string, string>
  read: (db: Db) => Promise<Record<string, MetricValue>>
}

/** Names and readings fit together: a figure that is described is read, and the other way round. */
export function defineDatabaseMetrics<Name extends string>(
  help: Record<Name, string>,
  read: (db: Db) => Promise<Record<NoInfer<Name>, MetricValue>>,
): DatabaseMetrics {
  return { help, read }
}

/** Counting stops here: a backlog of this length is one of any length, and nobody waits for its end. */
export const COUNT_LIMIT = 10_000

/** Several scrapers, and one that is asked twice, cost one reading. */
const CACHE_MS = 5_000
/** A scrape does not wait for a database that is busy: it shows what was read before. */
const TIMEOUT_MS = 2_000
/** What is older says nothing of now. */
const MAX_AGE_MS = 60_000

interface CachedValues {
  at: number
  values: Record<string, MetricValue>
}

/** Shows the state of the database at /metrics: read when it is asked for, statement after statement, and not too often. */
export class DatabaseMetricsReader {
  readonly #db: Db
  readonly #metrics: DatabaseMetrics[]
  readonly #cache = new Map<DatabaseMetrics, CachedValues>()
  readonly #deadlines = new Deadlines()
  #reading: Promise<void> | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(db: Db, metrics: DatabaseMetrics[]) {
    this.#db = db
    this.#metrics = metrics
    addMetricsSource('state', () => this.text())
  }

  async text(): Promise<string> {
    if (!this.#isClosed && performance.now() - this.#readAt > CACHE_MS) {
      this.#reading ??= this.#readAll().finally(() => {
        this.#reading = undefined
      })
    }
    if (this.#reading) {
      const createError = () => new Error('the database is busy')
      await this.#deadlines.watch(this.#reading, TIMEOUT_MS, createError).catch(() => undefined)
    }
    return [...this.#metrics.flatMap((metrics) => this.#lines(metrics)), ...this.#ageLines(), ''].join('\n')
  }

  close(): void {
    this.#isClosed = true
    this.#cache.clear()
    this.#deadlines.close()
  }

  /** One after the other: a scrape takes one connection, and leaves the rest to requests. */
  async #readAll(): Promise<void> {
    for (const metrics of this.#metrics) {
      if (this.#isClosed) return
      try {
        const values = await metrics.read(this.#db)
        this.#cache.set(metrics, { at: performance.now(), values })
      } catch (error) {
        log.debug(
          { error: describeError(error), metrics: Object.keys(metrics.help) },
          'metrics: reading database metrics failed',
        )
        if (isUnavailable(error)) return
      }
    }
    this.#readAt = performance.now()
  }

  #lines(metrics: DatabaseMetrics): string[] {
    const cached = this.#cache.get(metrics)
    const values = cached && performance.now() - cached.at < MAX_AGE_MS ? cached.values : {}
    return Object.entries(metrics.help).flatMap(([name, help]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...samples(name, values[name] ?? null),
    ])
  }

  /** How old the oldest of the readings is. */
  #ageLines(): string[] {
    const name = 'lyceum_database_metrics_age_seconds'
    const oldest = Math.min(
      ...this.#metrics.map((metrics) => this.#cache.get(metrics)?.at ?? Number.NEGATIVE_INFINITY),
    )
    const age = (performance.now() - oldest) / 1000
    return [
      `# HELP ${name} Age of the oldest figure that was read from the database`,
      `# TYPE ${name} gauge`,
      ...(this.#metrics.length > 0 ? [`${name} ${Number.isFinite(age) ? age.toFixed(3) : '+Inf'}`] : []),
    ]
  }
}

function samples(name: string, metricValue: MetricValue): string[] {
  if (metricValue === null) return []
  if (typeof metricValue === 'number') return [`${name} ${metricValue}`]
  return Object.entries(metricValue.values).map(
    ([value, count]) => `${name}{${metricValue.label}="${value.replace(/["\\\n]/g, '_')}"} ${count}`,
  )
}
