import { runInSpan, type Tracer } from '../tracing/tracing.ts'

interface TracedRequest {
  request: Request
  method: string
  /** The declared route: the path itself may contain personal data. */
  route: string
}

/** Runs a request in a span that continues the caller's trace, if there is one. */
export async function traceRequest(
  tracer: Tracer,
  { request, method, route }: TracedRequest,
  respond: (traceId: string) => Promise<Response>,
): Promise<Response> {
  const span = tracer.start({
    name: `${method} ${route}`,
    kind: 'server',
    attributes: { 'http.request.method': method, 'http.route': route },
    parent: request.headers.get('traceparent') ?? undefined,
  })
  const response = await runInSpan(span, () => respond(span.traceId))
  span.set({ 'http.response.status_code': response.status })
  span.end(response.status >= 500 ? String(response.status) : undefined)
  return response
}
