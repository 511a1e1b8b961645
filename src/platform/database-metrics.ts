import { Deadlines } from './concurrency/deadlines.ts'
import type { Db } from './db/database.ts'
import { isUnavailable } from './db/database-error.ts'
import { describeError } from './describe-error.ts'
import { log } from './log.ts'
import { addMetricsSource } from './metrics.ts'

/** One number, or one for each value of a label. Null if there is no value: no sample is shown. */
export type MetricValue = number | null | { label: string; values: Record<string, number> }

/** Metrics of the state that all processes share, and one cheap statement that reads them. */
export interface DatabaseMetrics {
  /** The help text of each metric. */
  help: Record<string, string>
  read: (db: Db) => Promise<Record<string, MetricValue>>
}

/** The types require a value for each described metric, and a description for each value. */
export function defineDatabaseMetrics<Name extends string>(
  help: Record<Name, string>,
  read: (db: Db) => Promise<Record<NoInfer<Name>, MetricValue>>,
): DatabaseMetrics {
  return { help, read }
}

/** Counting stops here, so that a long backlog does not make the query slow. */
export const COUNT_LIMIT = 10_000

/** Several scrapers and repeated scrapes share one read. */
const CACHE_MS = 5_000
/** A scrape does not wait for a busy database: it shows the last values. */
const TIMEOUT_MS = 2_000
/** Older values are not shown. */
const MAX_AGE_MS = 60_000

interface CachedValues {
  at: number
  values: Record<string, MetricValue>
}

/**
 * Shows the state of the database at /metrics. Reads on demand, one statement after the other, at most once
 * per interval.
 */
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

  /** The readers run sequentially: a scrape takes one connection and leaves the others to requests. */
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

  /** The age of the oldest value. */
  #ageLines(): string[] {
    const name = 'lyceum_database_metrics_age_seconds'
    const oldest = Math.min(
      ...this.#metrics.map((metrics) => this.#cache.get(metrics)?.at ?? Number.NEGATIVE_INFINITY),
    )
    const age = (performance.now() - oldest) / 1000
    return [
      `# HELP ${name} Age of the oldest value that was read from the database`,
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
