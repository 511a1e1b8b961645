import { BUCKETS_SECONDS, RequestMetrics, type RouteCounts } from './request-metrics.ts'

const SAMPLE_EVERY_MS = 5_000
/** One minute of samples. */
const SAMPLES = 13

/** The requests of a class of routes: how many, how many failed, and how long they took. */
interface ClassCounts {
  requests: number
  refused: number
  failed: number
  byBucket: number[]
}

interface Sample {
  atMs: number
  byClass: Map<string, ClassCounts>
}

export interface RequestRate {
  routeClass: string
  requests: number
  requestsPerSecond: number
  /** Responses with a status from 400 to 499. */
  refused: number
  /** Responses with a status from 500. */
  failed: number
  /** Null without requests. */
  p50Ms: number | null
  p95Ms: number | null
  p99Ms: number | null
}

/** The requests of this process in the last minute, from samples of its request metrics. */
export class RequestRates {
  readonly #read: () => readonly RouteCounts[]
  readonly #samples: Sample[] = []

  constructor(read: () => readonly RouteCounts[] = RequestMetrics.read) {
    this.#read = read
  }

  /** Called at an interval. */
  sample(atMs: number): void {
    this.#samples.push({ atMs, byClass: countByClass(this.#read()) })
    if (this.#samples.length > SAMPLES) this.#samples.shift()
  }

  /** The difference between now and the oldest sample, the most frequent class first. The class of all routes is `all`. */
  rates(atMs: number): { seconds: number; rates: RequestRate[] } {
    const oldest = this.#samples[0]
    const seconds = Math.max(1, (atMs - (oldest?.atMs ?? atMs)) / 1_000)
    const rates = [...countByClass(this.#read())].map(([routeClass, counts]) =>
      toRate(routeClass, difference(counts, oldest?.byClass.get(routeClass)), seconds),
    )
    return {
      seconds: Math.round(seconds),
      rates: rates
        .filter(({ routeClass, requests }) => requests > 0 || routeClass === ALL)
        .sort((one, other) => other.requests - one.requests || Number(other.routeClass === ALL)),
    }
  }
}

const ALL = 'all'
let shared: RequestRates | undefined

/** The rates of this process. The first call starts the samples. */
export function requestRates(): RequestRates {
  if (!shared) {
    const rates = new RequestRates()
    rates.sample(performance.now())
    setInterval(() => rates.sample(performance.now()), SAMPLE_EVERY_MS).unref()
    shared = rates
  }
  return shared
}

/** The first word of an API address, such as `auth`; `web` for everything outside the API. */
export function classOf(route: string): string {
  return /^\/api\/v\d+\/([^/]+)/.exec(route)?.[1] ?? 'web'
}

function countByClass(routes: readonly RouteCounts[]): Map<string, ClassCounts> {
  const byClass = new Map([[ALL, noCounts()]])
  for (const { route, byStatus, byBucket } of routes) {
    const routeClass = classOf(route)
    if (!byClass.has(routeClass)) byClass.set(routeClass, noCounts())
    for (const counts of [byClass.get(routeClass)!, byClass.get(ALL)!]) {
      for (const [status, count] of byStatus) {
        counts.requests += count
        if (status >= 500) counts.failed += count
        else if (status >= 400) counts.refused += count
      }
      for (const [index, count] of byBucket.entries()) counts.byBucket[index]! += count
    }
  }
  return byClass
}

function noCounts(): ClassCounts {
  return {
    requests: 0,
    refused: 0,
    failed: 0,
    byBucket: Array.from({ length: BUCKETS_SECONDS.length + 1 }, () => 0),
  }
}

function difference(now: ClassCounts, before: ClassCounts = noCounts()): ClassCounts {
  return {
    requests: now.requests - before.requests,
    refused: now.refused - before.refused,
    failed: now.failed - before.failed,
    byBucket: now.byBucket.map((count, index) => count - before.byBucket[index]!),
  }
}

function toRate(routeClass: string, counts: ClassCounts, seconds: number): RequestRate {
  const { requests, refused, failed, byBucket } = counts
  return {
    routeClass,
    requests,
    requestsPerSecond: Math.round((requests / seconds) * 100) / 100,
    refused,
    failed,
    p50Ms: quantileMs(byBucket, 0.5),
    p95Ms: quantileMs(byBucket, 0.95),
    p99Ms: quantileMs(byBucket, 0.99),
  }
}

/**
 * The duration that a share of the requests did not exceed. Within a bucket the durations are taken as evenly distributed, so
 * the result is as exact as the buckets. Above the last limit it is that limit.
 */
export function quantileMs(byBucket: readonly number[], share: number): number | null {
  const total = byBucket.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let below = 0
  for (const [index, limit] of BUCKETS_SECONDS.entries()) {
    const count = byBucket[index]!
    if (count > 0 && below + count >= share * total) {
      const from = index === 0 ? 0 : BUCKETS_SECONDS[index - 1]!
      const seconds = from + ((limit - from) * (share * total - below)) / count
      return Math.round(seconds * 10_000) / 10
    }
    below += count
  }
  return BUCKETS_SECONDS.at(-1)! * 1_000
}
