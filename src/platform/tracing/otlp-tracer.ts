import {
  type Context,
  SpanKind as Kind,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Config } from '../config/config.ts'
import { readTraceparent, writeTraceparent } from './traceparent.ts'
import { type Attributes, countSpans, type Span, type SpanStart, type Tracer } from './tracing.ts'

/** `sampleRatio` counts for traces of which the caller has not decided whether they are sampled. */
export type OtlpOptions = NonNullable<Config['tracing']> & { version: string; role: string }

const KINDS = { server: Kind.SERVER, client: Kind.CLIENT, consumer: Kind.CONSUMER, internal: Kind.INTERNAL }

/** The buffer limit while the collector is unavailable; the newest spans are then dropped. */
const MAX_QUEUE_SIZE = 2_048
const EXPORT_LIMIT_MS = 5_000
const EXPORT_EVERY_MS = 1_000
const CLOSE_LIMIT_MS = 2_000

/** Exports spans to a collector by OTLP over HTTP, in batches, without blocking requests. */
export function createOtlpTracer(options: OtlpOptions): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${options.endpoint}/v1/traces`,
    headers: options.headers,
    timeoutMillis: EXPORT_LIMIT_MS,
    concurrencyLimit: 4,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': options.serviceName,
      'service.version': options.version,
      'service.instance.id': Bun.randomUUIDv7(),
      'lyceum.role': options.role,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(options.sampleRatio) }),
    spanLimits: { attributeValueLengthLimit: 2_000, attributeCountLimit: 16 },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: counted(exporter),
        maxQueueSize: MAX_QUEUE_SIZE,
        scheduledDelayMillis: EXPORT_EVERY_MS,
        exportTimeoutMillis: EXPORT_LIMIT_MS + 1_000,
      }),
    ],
  })
  const tracer = provider.getTracer('lyceum', options.version)
  return {
    start: ({ name, kind, attributes, parent }: SpanStart) =>
      new StartedSpan(
        tracer.startSpan(
          name,
          { kind: KINDS[kind], ...(attributes ? { attributes } : {}) },
          contextOf(parent),
        ),
      ),
    close: async () => {
      const left = provider.shutdown().catch(() => undefined)
      await Promise.race([left, new Promise((resolve) => setTimeout(resolve, CLOSE_LIMIT_MS).unref())])
    },
  }
}

class StartedSpan implements Span {
  readonly #span: OtelSpan

  constructor(span: OtelSpan) {
    this.#span = span
  }

  get inner(): OtelSpan {
    return this.#span
  }

  get traceId(): string {
    return this.#span.spanContext().traceId
  }

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.#span.spanContext()
    return writeTraceparent({ traceId, spanId, flags: traceFlags & TraceFlags.SAMPLED })
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(attributes)
  }

  end(errorType?: string): void {
    if (errorType !== undefined) {
      this.#span.setAttribute('error.type', errorType)
      this.#span.setStatus({ code: SpanStatusCode.ERROR })
    }
    if (this.#span.isRecording()) countSpans('ended')
    this.#span.end()
  }
}

function contextOf(parent: SpanStart['parent']): Context {
  if (parent === undefined) return ROOT_CONTEXT
  if (parent instanceof StartedSpan) return trace.setSpan(ROOT_CONTEXT, parent.inner)
  const remote = readTraceparent(typeof parent === 'string' ? parent : parent.traceparent)
  if (!remote) return ROOT_CONTEXT
  const { traceId, spanId, flags } = remote
  const traceFlags = flags & TraceFlags.SAMPLED
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** Wraps the exporter with a metric: it does not report an unavailable collector otherwise. */
function counted(exporter: OTLPTraceExporter): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        countSpans(result.code === 0 ? 'sent' : 'lost', spans.length)
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
