import { addMetricsSource } from '../metrics.ts'

export const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Live counts of one route. They change with the next request. */
export interface RouteCounts {
  readonly route: string
  readonly byStatus: ReadonlyMap<number, number>
  readonly byBucket: Readonly<Float64Array>
}

/**
 * Counts and durations of one endpoint's requests, as plain numbers: looking up labelled metrics for every
 * request is too slow. They are rendered as text for /metrics.
 */
export class RequestMetrics implements RouteCounts {
  static readonly #all: RequestMetrics[] = []
  readonly #labels: string
  readonly route: string
  readonly byStatus = new Map<number, number>()
  readonly byBucket = new Float64Array(BUCKETS_SECONDS.length + 1)
  #secondsSum = 0
  #count = 0

  constructor(method: string, route: string) {
    this.route = route
    this.#labels = `method="${method}",route="${route}"`
    RequestMetrics.#all.push(this)
  }

  add(status: number, seconds: number): void {
    this.byStatus.set(status, (this.byStatus.get(status) ?? 0) + 1)
    let bucket = 0
    while (bucket < BUCKETS_SECONDS.length && seconds > BUCKETS_SECONDS[bucket]!) bucket++
    this.byBucket[bucket]!++
    this.#secondsSum += seconds
    this.#count++
  }

  /** The counts of every route since the process started. */
  static read(): readonly RouteCounts[] {
    return RequestMetrics.#all
  }

  static text(): string {
    const used = RequestMetrics.#all.filter((metrics) => metrics.#count > 0)
    return [
      '# HELP lyceum_http_requests_total Requests by status',
      '# TYPE lyceum_http_requests_total counter',
      ...used.flatMap((metrics) => metrics.#countLines()),
      '# HELP lyceum_http_request_seconds Duration of requests',
      '# TYPE lyceum_http_request_seconds histogram',
      ...used.flatMap((metrics) => metrics.#durationLines()),
      '',
    ].join('\n')
  }

  #countLines(): string[] {
    return [...this.byStatus].map(
      ([status, count]) => `lyceum_http_requests_total{${this.#labels},status="${status}"} ${count}`,
    )
  }

  #durationLines(): string[] {
    let sum = 0
    const lines = [...BUCKETS_SECONDS, '+Inf'].map((limit, index) => {
      sum += this.byBucket[index]!
      return `lyceum_http_request_seconds_bucket{${this.#labels},le="${limit}"} ${sum}`
    })
    return [
      ...lines,
      `lyceum_http_request_seconds_sum{${this.#labels}} ${this.#secondsSum}`,
      `lyceum_http_request_seconds_count{${this.#labels}} ${this.#count}`,
    ]
  }
}

addMetricsSource('requests', RequestMetrics.text)
