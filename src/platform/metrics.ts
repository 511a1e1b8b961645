import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { EventLoopLag } from './event-loop-lag.ts'

const registry = new Registry()

/** The default metrics would sample the event loop a hundred times a second from the start. `EventLoopLag` does it instead. */
const NEVER_MS = 2 ** 31 - 1
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS })
for (const lagMetric of ['', 'min_', 'max_', 'mean_', 'stddev_', 'p50_', 'p90_', 'p99_'])
  registry.removeSingleMetric(`nodejs_eventloop_lag_${lagMetric}seconds`)
// These default metrics describe another engine's heap, and reading them walks our heap and blocks every
// request.
for (const heapMetric of ['total', 'used', 'available'])
  registry.removeSingleMetric(`nodejs_heap_space_size_${heapMetric}_bytes`)

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Labels have a bounded set of values: never an id, an address or a text from outside. */
export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
): Counter<Label> {
  return new Counter({ name, help, labelNames, registers: [registry] })
}

export function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
): Histogram<Label> {
  return new Histogram({ name, help, labelNames, buckets: SECONDS, registers: [registry] })
}

/** A gauge of this process that is read on scrape. A second definition of the name replaces the first. */
export function gauge(name: string, help: string, read: () => number | Promise<number>): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // One gauge that fails must not fail the whole scrape.
      await Promise.resolve()
        .then(read)
        .then((value) => this.set(value))
        // NaN, because zero would be a value.
        .catch(() => this.set(Number.NaN))
    },
  })
}

/** A gauge that is always 1. Its labels say what runs. A second definition of the name replaces the first. */
export function infoGauge(name: string, help: string, labels: Record<string, string>): void {
  registry.removeSingleMetric(name)
  new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] }).set(labels, 1)
}

/**
 * A counter whose values are stored elsewhere, by one label. A second definition of the name replaces the
 * first.
 */
export function observableCounter(
  name: string,
  help: string,
  label: string,
  read: () => Iterable<readonly [string, number]>,
): void {
  registry.removeSingleMetric(name)
  new Counter({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    collect() {
      this.reset()
      for (const [value, count] of read()) this.inc({ [label]: value }, count)
    },
  })
}

/** A counter with one label for a tenth of the cost of `counter`: for events of every request. */
export function fastCounter(
  name: string,
  help: string,
  label: string,
  values: string[] = [],
): (value: string, by?: number) => void {
  // Known label values are shown as zero before they occur, so that the first increase is visible.
  const counts = new Map<string, number>(values.map((value) => [value, 0]))
  observableCounter(name, help, label, () => counts)
  return (value, by = 1) => void counts.set(value, (counts.get(value) ?? 0) + by)
}

type Text = () => string | Promise<string>
const metricsSources = new Map<string, Text>()

/**
 * A source of metrics text, for metrics that are too frequent for label lookups or are read together. A
 * second definition of the name replaces the first.
 */
export function addMetricsSource(name: string, read: Text): void {
  metricsSources.set(name, read)
}

const eventLoopLag = new EventLoopLag()
addMetricsSource('event loop', () => {
  const stats = eventLoopLag.read() ?? {}
  return Object.entries(stats)
    .map(([name, seconds]) => {
      const metric = `nodejs_eventloop_lag_${name}_seconds`
      return `# HELP ${metric} How late the event loop ran timers since the last scrape\n# TYPE ${metric} gauge\n${metric} ${seconds}\n`
    })
    .join('')
})

/** The content of `/metrics` in the Prometheus format. */
export async function metricsText(): Promise<string> {
  const texts = [...metricsSources.values()].map((read) => read())
  return (await Promise.all([registry.metrics(), ...texts])).join('\n')
}

export const METRICS_CONTENT_TYPE = registry.contentType
