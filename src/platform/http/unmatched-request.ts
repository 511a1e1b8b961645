import { commonErrors } from '../errors.ts'
import type { MountedEndpoint } from './openapi.ts'
import { PathMethods } from './path-methods.ts'
import type { PipelineDeps } from './pipeline.ts'
import type { PlainRoute } from './plain-route.ts'
import { UNMATCHED_ROUTE } from './request-log.ts'
import { pathOf } from './request-url.ts'
import { errorResponse, plainResponse, requestIdOf } from './response.ts'

interface KnownPaths {
  endpoints: MountedEndpoint[]
  plainRoutes: PlainRoute[]
  /** An HTML page for an unknown path; undefined for clients that are not browsers. */
  notFoundPage?: (request: Request) => Promise<Response> | undefined
}

/** Responds to what no route matches: unknown paths, known paths with another method, and CORS preflights. */
export function createFallback(
  { cors, logRequest }: PipelineDeps,
  { endpoints, plainRoutes, notFoundPage }: KnownPaths,
): (request: Request) => Promise<Response> {
  const known = new PathMethods()
  for (const { path, endpoint } of endpoints) known.add(path, endpoint.method.toUpperCase())
  for (const { path, submit } of plainRoutes) {
    known.add(path, 'GET')
    if (submit) known.add(path, 'POST')
  }

  function respond(request: Request): Response {
    const requestId = requestIdOf(request)
    const headers = cors.headersFor(request)
    const methods = known.find(pathOf(request))
    if (methods.length === 0) return errorResponse(commonErrors.not_found(), { requestId, headers }, request)
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    if (request.method === 'OPTIONS')
      return plainResponse(null, 204, { allow, 'x-request-id': requestId, ...cors.preflightHeaders(request) })
    const refusal = commonErrors.method_not_allowed()
    return errorResponse(refusal, { requestId, headers: { allow, ...headers } }, request)
  }

  async function respondOrFail(request: Request): Promise<Response> {
    try {
      return (await notFoundPage?.(request)) ?? respond(request)
    } catch (error) {
      return errorResponse(
        error,
        { requestId: requestIdOf(request), headers: cors.headersFor(request) },
        request,
      )
    }
  }

  if (!logRequest) return respondOrFail
  return async (request) => {
    const started = performance.now()
    const response = await respondOrFail(request)
    logRequest({
      method: request.method,
      route: UNMATCHED_ROUTE,
      status: response.status,
      durationMs: performance.now() - started,
      requestId: response.headers.get('x-request-id') ?? undefined,
    })
    return response
  }
}
