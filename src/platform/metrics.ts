import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()

collectDefaultMetrics({ register: registry })
// They describe another engine's heap, and reading them walks all of ours: every request would wait for a scrape.
for (const heapMetric of ['total', 'used', 'available'])
  registry.removeSingleMetric(`nodejs_heap_space_size_${heapMetric}_bytes`)

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** What is counted is bounded by who writes the labels: never an id, an address or a text from outside. */
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

/** A figure of this process that is read when somebody asks for it. Named again, the newer one is shown. */
export function gauge(name: string, help: string, read: () => number | Promise<number>): void {
  registry.removeSingleMetric(name)
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      // A figure that cannot be read now must not take all the others with it.
      await Promise.resolve()
        .then(read)
        .then((value) => this.set(value))
        // Not zero, which would be a figure.
        .catch(() => this.set(Number.NaN))
    },
  })
}

/** A counter whose numbers are kept elsewhere, by the values of one label. Named again, the newer one is shown. */
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

/** Counts by one label for a tenth of what `counter` costs: for what happens with every request. */
export function fastCounter(
  name: string,
  help: string,
  label: string,
  values: string[] = [],
): (value: string, by?: number) => void {
  // Those that are known are shown before they happen: who looks for a rise sees the first one too.
  const counts = new Map<string, number>(values.map((value) => [value, 0]))
  observableCounter(name, help, label, () => counts)
  return (value, by = 1) => void counts.set(value, (counts.get(value) ?? 0) + by)
}

type Text = () => string | Promise<string>
const metricsSources = new Map<string, Text>()

/** For figures that are counted too often to be looked up by label, or read all at once. Named again, the newer one is shown. */
export function addMetricsSource(name: string, read: Text): void {
  metricsSources.set(name, read)
}

/** Everything that `/metrics` shows, in the format of Prometheus. */
export async function metricsText(): Promise<string> {
  const texts = [...metricsSources.values()].map((read) => read())
  return (await Promise.all([registry.metrics(), ...texts])).join('\n')
}

export const METRICS_CONTENT_TYPE = registry.contentType
