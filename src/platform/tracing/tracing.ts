import { AsyncLocalStorage } from 'node:async_hooks'
import { fastCounter } from '../metrics.ts'

/** What is known of a piece of work. Routes, kinds and states: never a value that somebody sent. */
export type Attributes = Record<string, string | number>

export type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** A piece of work that is under way, as part of a trace. */
export interface Span {
  readonly traceId: string
  /** Where somebody else goes on with the trace, as W3C writes it. */
  readonly traceparent: string
  set(attributes: Attributes): void
  /** `fault` is a word, such as a code. A message could hold what somebody sent. */
  end(errorType?: string): void
}

export interface SpanStart {
  name: string
  kind: SpanKind
  attributes?: Attributes
  /** A span of this process, what another one wrote into a header, or nothing for the beginning of a trace. */
  parent?: Span | string | undefined
}

export interface Tracer {
  start(span: SpanStart): Span
  /** Sends what is left, but not for long. */
  close(): Promise<void>
}

export const countSpans = fastCounter(
  'lyceum_trace_spans_total',
  'Spans that ended, and what became of them',
  'outcome',
  ['ended', 'sent', 'lost'],
)

const active = new AsyncLocalStorage<Span>()
let tracer: Tracer | undefined

/** Off until somebody says where traces go: then nothing of this costs more than looking here. */
export function useTracer(given: Tracer | undefined): void {
  tracer = given
}

export function currentTracer(): Tracer | undefined {
  return tracer
}

/** What the work of this moment belongs to. */
export function currentSpan(): Span | undefined {
  return tracer === undefined ? undefined : active.getStore()
}

/**
 * Begins a part of what is under way. Undefined when traces are off, and for what belongs to no request and no job:
 * what a process does by itself every few moments would bury the rest.
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

/** Runs `work` as what the span stands for. Ending it is left to the caller, who knows how it went. */
export function runInSpan<Result>(span: Span, work: () => Result): Result {
  return active.run(span, work)
}

/** The field of a job's data that carries the trace of who asked for it. */
const TRACE_FIELD = '$traceparent'

/** The data of a job, with the trace that it belongs to. */
export function injectTrace(data: unknown): unknown {
  const span = currentSpan()
  return span ? { ...(data as object), [TRACE_FIELD]: span.traceparent } : data
}

/** A job's data as it was given, and the trace that it carried. Another process may have been tracing when we are not. */
export function extractTrace(data: object | null): { data: object; traceparent?: string } {
  if (data === null) return { data: {} }
  if (!(TRACE_FIELD in data)) return { data }
  const { [TRACE_FIELD]: traceparent, ...rest } = data
  return { data: rest, traceparent: String(traceparent) }
}
