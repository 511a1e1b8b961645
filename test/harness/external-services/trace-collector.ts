import type { Server } from 'bun'

/** A span that the collector received. */
export interface CollectedSpan {
  traceId: string
  spanId: string
  parentSpanId: string
  name: string
  kind: number
  attributes: Record<string, string | number>
  isError: boolean
}

export interface TraceCollector {
  url: string
  spans: CollectedSpan[]
  /** All received bodies, unparsed. */
  texts: string[]
  headers: Headers[]
  /** Stops responding. */
  isHanging: boolean
  /** Requests that wait for a response. */
  waiting: number
  stop(): Promise<void>
}

interface OtlpSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes?: { key: string; value: { stringValue?: string; intValue?: number | string } }[]
  status?: { code?: number }
}

/** A trace collector for OTLP over HTTP in JSON. */
export function startTraceCollector(): TraceCollector {
  const ended = Promise.withResolvers<void>()
  const server: Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    routes: {
      '/v1/traces': {
        // biome-ignore lint/correctness/noComponentHookFactories: POST is a route handler.
        POST: async (request) => {
          const text = await request.text()
          if (collector.isHanging) {
            collector.waiting++
            await ended.promise
          }
          collector.headers.push(request.headers)
          collector.texts.push(text)
          collector.spans.push(...spansIn(JSON.parse(text)))
          return Response.json({ partialSuccess: {} })
        },
      },
    },
    fetch: () => new Response('there is nothing else here', { status: 404 }),
  })
  const collector: TraceCollector = {
    url: `http://127.0.0.1:${server.port}`,
    spans: [],
    texts: [],
    headers: [],
    isHanging: false,
    waiting: 0,
    stop: async () => {
      ended.resolve()
      await server.stop(true)
    },
  }
  return collector
}

function spansIn(body: { resourceSpans: { scopeSpans: { spans: OtlpSpan[] }[] }[] }): CollectedSpan[] {
  return body.resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ traceId, spanId, parentSpanId = '', name, kind, attributes = [], status }) => ({
      traceId,
      spanId,
      parentSpanId,
      name,
      kind,
      attributes: Object.fromEntries(
        attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
      ),
      isError: status?.code === 2,
    }))
}
