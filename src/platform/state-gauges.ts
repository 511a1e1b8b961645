import type { Db } from './db/database.ts'
import { isUnavailable } from './db/faults.ts'
import { Deadlines } from './deadlines.ts'
import { describeFault } from './describe-fault.ts'
import { log } from './log.ts'
import { addMetricsText } from './metrics.ts'

/** One number, or one for each value of a label. Null where there is nothing to say: no sample is shown then. */
export type Reading = number | null | { label: string; values: Record<string, number> }

/** Figures of the state that all processes share, and the one cheap statement that reads them. */
export interface StateGauges {
  /** What each means, for whoever looks at /metrics. */
  help: Record<string, string>
  read: (db: Db) => Promise<Record<string, Reading>>
}

/** Names and readings fit together: a figure that is described is read, and the other way round. */
export function stateGauges<Name extends string>(
  help: Record<Name, string>,
  read: (db: Db) => Promise<Record<NoInfer<Name>, Reading>>,
): StateGauges {
  return { help, read }
}

/** Counting stops here: a backlog of this length is one of any length, and nobody waits for its end. */
export const COUNTED_AT_MOST = 10_000

/** Several scrapers, and one that is asked twice, cost one reading. */
const FRESH_MS = 5_000
/** A scrape does not wait for a database that is busy: it shows what was read before. */
const PATIENCE_MS = 2_000
/** What is older says nothing of now. */
const STALE_MS = 60_000

interface Held {
  at: number
  readings: Record<string, Reading>
}

/** Shows the state of the database at /metrics: read when it is asked for, statement after statement, and not too often. */
export class StateReader {
  readonly #db: Db
  readonly #gauges: StateGauges[]
  readonly #held = new Map<StateGauges, Held>()
  readonly #deadlines = new Deadlines()
  #reading: Promise<void> | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #isClosed = false

  constructor(db: Db, gauges: StateGauges[]) {
    this.#db = db
    this.#gauges = gauges
    addMetricsText('state', () => this.text())
  }

  async text(): Promise<string> {
    if (!this.#isClosed && performance.now() - this.#readAt > FRESH_MS) {
      this.#reading ??= this.#readAll().finally(() => {
        this.#reading = undefined
      })
    }
    if (this.#reading) {
      const late = () => new Error('the database is busy')
      await this.#deadlines.watch(this.#reading, PATIENCE_MS, late).catch(() => undefined)
    }
    return [...this.#gauges.flatMap((gauges) => this.#lines(gauges)), ...this.#ageLines(), ''].join('\n')
  }

  close(): void {
    this.#isClosed = true
    this.#held.clear()
    this.#deadlines.close()
  }

  /** One after the other: a scrape takes one connection, and leaves the rest to requests. */
  async #readAll(): Promise<void> {
    for (const gauges of this.#gauges) {
      if (this.#isClosed) return
      try {
        const readings = await gauges.read(this.#db)
        this.#held.set(gauges, { at: performance.now(), readings })
      } catch (fault) {
        log.debug({ fault: describeFault(fault), gauges: Object.keys(gauges.help) }, 'metrics: not read')
        if (isUnavailable(fault)) return
      }
    }
    this.#readAt = performance.now()
  }

  #lines(gauges: StateGauges): string[] {
    const held = this.#held.get(gauges)
    const readings = held && performance.now() - held.at < STALE_MS ? held.readings : {}
    return Object.entries(gauges.help).flatMap(([name, help]) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} gauge`,
      ...samples(name, readings[name] ?? null),
    ])
  }

  /** How old the oldest of the readings is. */
  #ageLines(): string[] {
    const name = 'lyceum_state_age_seconds'
    const oldest = Math.min(
      ...this.#gauges.map((gauges) => this.#held.get(gauges)?.at ?? Number.NEGATIVE_INFINITY),
    )
    const age = (performance.now() - oldest) / 1000
    return [
      `# HELP ${name} Age of the oldest figure that was read from the database`,
      `# TYPE ${name} gauge`,
      ...(this.#gauges.length > 0 ? [`${name} ${Number.isFinite(age) ? age.toFixed(3) : '+Inf'}`] : []),
    ]
  }
}

function samples(name: string, reading: Reading): string[] {
  if (reading === null) return []
  if (typeof reading === 'number') return [`${name} ${reading}`]
  return Object.entries(reading.values).map(
    ([value, count]) => `${name}{${reading.label}="${value.replace(/["\\\n]/g, '_')}"} ${count}`,
  )
}
