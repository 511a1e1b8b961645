import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

const registry = new Registry()

collectDefaultMetrics({ register: registry })

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

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

/** A figure that is read when somebody asks for it. Named again, the newer one is shown. */
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
        .catch(() => this.reset())
    },
  })
}

const furtherTexts: (() => string)[] = []

/** For figures that are counted too often to be looked up by label each time. */
export function addMetricsText(read: () => string): void {
  furtherTexts.push(read)
}

/** Everything that `/metrics` shows, in the format of Prometheus. */
export async function metricsText(): Promise<string> {
  return [await registry.metrics(), ...furtherTexts.map((read) => read())].join('\n')
}

export const METRICS_CONTENT_TYPE = registry.contentType
