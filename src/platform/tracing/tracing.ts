import { AsyncLocalStorage } from 'node:async_hooks'
import { fastCounter } from '../metrics.ts'

/** The attributes of a span. Routes, kinds and states: never a value from a client. */
export type Attributes = Record<string, string | number>

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** A running span. */
export interface Span {
  readonly traceId: string
  /** The `traceparent` value for a downstream service, in the W3C format. */
  readonly traceparent: string
  set(attributes: Attributes): void
  /** `errorType` is a word, such as a code. A message could contain client data. */
  end(errorType?: string): void
}

export interface SpanStart {
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** A span of this process, a `traceparent` of another one, or undefined for a new trace. */
  parent?: Span | string | undefined
}

export interface Tracer {
  start(span: SpanStart): Span
  /** Exports the remaining spans, within a short limit. */
  close(): Promise<void>
}

export const countSpans = fastCounter('lyceum_trace_spans_total', 'Ended spans, by outcome', 'outcome', [
  'ended',
  'sent',
  'lost',
])

const active = new AsyncLocalStorage<Span>()
let tracer: Tracer | undefined

/** Undefined until tracing is configured: then the only cost is this check. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given
}

export function currentTracer(): Tracer | undefined {
  return tracer
}

/** The current span. */
export function currentSpan(): Span | undefined {
  return tracer === undefined ? undefined : active.getStore()
}

/**
 * Starts a child of the current span. Undefined if tracing is off, and outside of requests and jobs: periodic
 * work of a process would bury the other traces.
 */
export function childSpan(
  name: string,
  kind: SpanKind = 'internal',
  attributes?: Attributes,
): Span | undefined {
  if (tracer === undefined) return undefined
  const parent = active.getStore()
  return parent && tracer.start({ name, kind, parent, ...(attributes ? { attributes } : {}) })
}

/** Runs `work` in the span. The caller ends the span, because it knows the result. */
export function runInSpan<Result>(span: Span, work: () => Result): Result {
  return active.run(span, work)
}

/** The field of a job's data that contains its trace. */
const TRACE_FIELD = '$traceparent'

/** Adds the current trace to the data of a job. */
export function injectTrace(data: unknown): unknown {
  const span = currentSpan()
  return span ? { ...(data as object), [TRACE_FIELD]: span.traceparent } : data
}

/**
 * Splits a job's data into the original data and its trace. The enqueuing process may have traced when this
 * one does not.
 */
export function extractTrace(data: object | null): { data: object; traceparent?: string } {
  if (data === null) return { data: {} }
  if (!(TRACE_FIELD in data)) return { data }
  const { [TRACE_FIELD]: traceparent, ...rest } = data
  return { data: rest, traceparent: String(traceparent) }
}
