import { now } from '../clock.ts'
import { workContext } from '../log.ts'
import { clientNetwork } from '../rate-limits/client-network.ts'
import { currentTracer } from '../tracing/tracing.ts'
import { matchesPatterns, withoutPatterns } from './path-methods.ts'
import type { PipelineDeps, RoutedRequest } from './pipeline.ts'
import { RequestMetrics } from './request-metrics.ts'
import { errorResponse, type ResponseContext, requestIdOf } from './response.ts'
import { traceRequest } from './trace-request.ts'

/** A page or a file: without the envelope, and not in the API document. It may throw refusals. */
export interface PlainRoute {
  /** A parameter may have a pattern: `/avatars/:name{[0-9a-f-]{36}\.svg}`. */
  path: string
  /** Monitoring requests it every few seconds: it is not traced, not logged and not rate limited. */
  isMonitoring?: true
  /** Throws a refusal if the client may not read the page. `address` is the address of the client. */
  checkAccess?: ((request: Request, address: string) => void) | undefined
  handle: HandlePage
  /** Responds to POST: to the form of the page. */
  submit?: HandlePage
}

type HandlePage = (
  request: Request,
  params: Record<string, string>,
  now: Date,
) => Response | Promise<Response>

/**
 * Runs a page with its context, metrics and error responses. A request whose parameters do not match the patterns of
 * the path goes to `fallback`, like a request of an unknown path.
 */
export function createPlainHandler(
  deps: PipelineDeps,
  route: PlainRoute,
  fallback: (request: Request) => Promise<Response>,
  method: 'get' | 'post' = 'get',
): (request: RoutedRequest) => Promise<Response> {
  const handle = method === 'get' ? route.handle : route.submit!
  const path = withoutPatterns(route.path)
  const hasPatterns = path !== route.path
  const metrics = new RequestMetrics(method, path)

  async function respond(request: RoutedRequest, responseContext: ResponseContext): Promise<Response> {
    const started = performance.now()
    let response: Response
    try {
      // Pages read tables and render images as endpoints do, so they are rate limited. Monitoring is not.
      if (!route.isMonitoring)
        deps.rateLimits.takeGeneral(clientNetwork(deps.addressOf(request)), responseContext.headers)
      route.checkAccess?.(request, deps.addressOf(request))
      response = await handle(request, request.params, now())
      response.headers.set('x-request-id', responseContext.requestId)
    } catch (error) {
      response = errorResponse(error, responseContext, request)
    }
    const durationMs = performance.now() - started
    metrics.add(response.status, durationMs / 1000)
    if (!route.isMonitoring)
      deps.logRequest?.({ method: request.method, route: path, status: response.status, durationMs })
    return response
  }

  return (request) => {
    if (hasPatterns && !matchesPatterns(route.path, request.params)) return fallback(request)
    const requestId = requestIdOf(request)
    const responseContext: ResponseContext = { requestId, headers: deps.cors.headersFor(request) }
    const tracer = route.isMonitoring ? undefined : currentTracer()
    if (!tracer) return workContext.run({ requestId }, respond, request, responseContext)
    return traceRequest(tracer, { request, method: method.toUpperCase(), route: path }, (traceId) =>
      workContext.run({ requestId, trace_id: traceId }, respond, request, responseContext),
    )
  }
}
