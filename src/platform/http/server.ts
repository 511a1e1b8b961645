import type { Server } from 'bun'
import { type Context, Hono } from 'hono'
import { now } from '../clock.ts'
import { Deadlines } from '../concurrency/deadlines.ts'
import type { Config } from '../config/config.ts'
import type { AutocommitDb } from '../db/database.ts'
import { commonErrors } from '../errors.ts'
import { workContext } from '../log.ts'
import { clientNetwork } from '../rate-limits/client-network.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { currentTracer } from '../tracing/tracing.ts'
import type { Write } from '../transaction/write.ts'
import type { Authenticate } from './caller.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { Cors } from './cors.ts'
import { sourceOf } from './derived-request.ts'
import type { MountedEndpoint } from './openapi.ts'
import { createHandler, type PipelineDeps, type RoutedRequest } from './pipeline.ts'
import { RequestMetrics } from './request-metrics.ts'
import { TIME_LIMITS, type TimeLimits } from './request-timeout.ts'
import { errorResponse, plainResponse, type ResponseContext, requestIdOf } from './response.ts'
import { traceRequest } from './trace-request.ts'
import { UPLOAD_LIMITS, type UploadLimits, UploadMemory } from './upload-memory.ts'
import type { WebSocketRoute } from './websocket-route.ts'

/** A page or a file: without the envelope, and not in the API document. It may throw refusals. */
export interface PlainRoute {
  path: string
  /** Monitoring requests it every few seconds: it is not traced and not rate limited. */
  isMonitoring?: true
  handle: (request: Request, params: Record<string, string>, now: Date) => Response | Promise<Response>
}

export interface HttpServer {
  port: number
  url: string
  /** Refuses new requests and waits for running ones. */
  stop(): Promise<void>
}

export interface HttpServerOptions<SocketState> {
  config: Config
  autocommitDb: AutocommitDb
  write: Write
  rateLimits: RateLimits
  authenticate: Authenticate
  endpoints: MountedEndpoint[]
  plainRoutes: PlainRoute[]
  /** Adds routes that may call the handlers of endpoints. */
  addRoutes?: (endpoints: EndpointRoutes) => EndpointRoutes
  /** An HTML page for an unknown path; undefined for clients that are not browsers. */
  notFoundPage?: (request: Request) => Promise<Response> | undefined
  webSocketRoute?: WebSocketRoute<SocketState>
  timeLimits?: TimeLimits
  uploadLimits?: UploadLimits
  processLockNumber?: () => number | undefined
}

/**
 * The runtime closes a connection that is idle for longer. Receiving JSON and running a handler take less.
 */
const IDLE_TIMEOUT_SECONDS = 40
const STOP_LIMIT_MS = 15_000

export function startHttp<SocketState>(options: HttpServerOptions<SocketState>): HttpServer {
  const { config } = options
  const cors = new Cors(config.corsOrigins, { allowsLoopback: config.environment === 'development' })
  const deadlines = new Deadlines()
  let stopping = false
  const deps: PipelineDeps = {
    config,
    autocommitDb: options.autocommitDb,
    write: options.write,
    rateLimits: options.rateLimits,
    cors,
    authenticate: options.authenticate,
    deadlines,
    timeLimits: options.timeLimits ?? TIME_LIMITS,
    extendIdleTimeout: (request, milliseconds = 0) =>
      server.timeout(request, IDLE_TIMEOUT_SECONDS + Math.ceil(milliseconds / 1000)),
    isStopping: () => stopping,
    concurrencyLimit: new ConcurrencyLimit(config.maxConcurrentRequests),
    uploadMemory: new UploadMemory(options.uploadLimits ?? UPLOAD_LIMITS),
    addressOf: (request) =>
      clientAddress(request, config.trustProxyHops, server.requestIP(sourceOf(request))?.address),
    processLockNumber: options.processLockNumber ?? (() => undefined),
  }
  const pages = createPages(deps, options)
  const routes = endpointRoutes(deps, options.endpoints)
  const { webSocketRoute } = options
  const server: Server<SocketState> = Bun.serve<SocketState>({
    hostname: config.host,
    port: config.port,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    // Endpoints have far lower limits; this one only bounds the memory of one request.
    maxRequestBodySize: 256 * 1024 * 1024,
    routes: {
      ...routes,
      ...options.addRoutes?.(routes),
      ...(webSocketRoute
        ? { [webSocketRoute.path]: (request: Request) => upgradeToWebSocket(webSocketRoute, request) }
        : {}),
    },
    fetch: (request) => pages.fetch(asGet(request)),
    websocket: webSocketRoute?.runtime ?? { message() {} },
    error: (error) =>
      errorResponse(error, { requestId: Bun.randomUUIDv7(), headers: {} }, new Request('http://localhost/')),
  })

  function upgradeToWebSocket(route: WebSocketRoute<SocketState>, request: Request): Response | undefined {
    const address = clientNetwork(deps.addressOf(request))
    try {
      return route.upgrade(request, { server, cors, address, isStopping: stopping })
    } catch (error) {
      const responseContext = { requestId: requestIdOf(request), headers: cors.headersFor(request) }
      return errorResponse(error, responseContext, request)
    }
  }

  return {
    port: server.port!,
    url: `http://${config.host}:${server.port}`,
    stop: async () => {
      stopping = true
      webSocketRoute?.close()
      // A separate timer would keep the process alive until the limit.
      const createError = () => new Error('requests were still running')
      await deadlines.watch(server.stop(), STOP_LIMIT_MS, createError).catch(() => undefined)
      await server.stop(true)
      deadlines.close()
    },
  }
}

type Respond = (request: RoutedRequest) => Promise<Response>
/** By path and method. */
export type EndpointRoutes = Record<string, Record<string, Respond>>

/** Endpoints by path and method, for the runtime's router, which is faster than one in JavaScript. */
function endpointRoutes(deps: PipelineDeps, endpoints: MountedEndpoint[]): EndpointRoutes {
  const routes: EndpointRoutes = {}
  for (const { endpoint, path } of endpoints) {
    const respond = createHandler(deps, endpoint, path)
    routes[path] ??= {}
    routes[path][endpoint.method.toUpperCase()] = respond
    if (endpoint.method === 'get') routes[path].HEAD = (request) => respond(asGet(request))
  }
  return routes
}

/** Everything else: pages, unknown paths and unsupported methods. */
function createPages<SocketState>(
  deps: PipelineDeps,
  { endpoints, plainRoutes, notFoundPage }: HttpServerOptions<SocketState>,
): Hono {
  const app = new Hono()
  for (const route of plainRoutes) app.get(route.path, createPlainHandler(deps, route))
  const fallback = methodFallback(deps, endpoints, plainRoutes)
  app.notFound((context) => notFoundPage?.(context.req.raw) ?? fallback.fetch(context.req.raw))
  app.onError((error, { req: { raw: request } }) =>
    errorResponse(
      error,
      { requestId: requestIdOf(request), headers: deps.cors.headersFor(request) },
      request,
    ),
  )
  return app
}

/** Runs a page with its context, metrics and error responses. */
function createPlainHandler(deps: PipelineDeps, route: PlainRoute) {
  // Removes the parameter's pattern, which belongs to the router.
  const path = route.path.replace(/\{[^/]*/g, '')
  const metrics = new RequestMetrics('get', path)

  async function respond(context: Context, responseContext: ResponseContext): Promise<Response> {
    const started = performance.now()
    const request = context.req.raw
    let response: Response
    try {
      // Pages read tables and render images as endpoints do, so they are rate limited. Monitoring is not.
      if (!route.isMonitoring)
        deps.rateLimits.takeGeneral(clientNetwork(deps.addressOf(request)), responseContext.headers)
      response = await route.handle(request, context.req.param() as Record<string, string>, now())
      response.headers.set('x-request-id', responseContext.requestId)
    } catch (error) {
      response = errorResponse(error, responseContext, request)
    }
    metrics.add(response.status, (performance.now() - started) / 1000)
    return response
  }

  return (context: Context): Promise<Response> => {
    const request = context.req.raw
    const requestId = requestIdOf(request)
    const responseContext: ResponseContext = { requestId, headers: deps.cors.headersFor(request) }
    const tracer = route.isMonitoring ? undefined : currentTracer()
    if (!tracer) return workContext.run({ requestId }, respond, context, responseContext)
    return traceRequest(tracer, { request, method: 'GET', route: path }, (traceId) =>
      workContext.run({ requestId, trace_id: traceId }, respond, context, responseContext),
    )
  }
}

/** HEAD runs GET, and the runtime removes the body and sets its length. The router would drop the length. */
function asGet<Given extends Request>(request: Given): Given {
  return request.method === 'HEAD' ? Object.defineProperty(request, 'method', { value: 'GET' }) : request
}

/** A known path with another method, CORS preflights, and unknown paths. */
function methodFallback(deps: PipelineDeps, endpoints: MountedEndpoint[], plainRoutes: PlainRoute[]) {
  const allowed = new Map<string, string[]>()
  for (const { path, endpoint } of endpoints) {
    allowed.set(path, [...(allowed.get(path) ?? []), endpoint.method.toUpperCase()])
  }
  for (const { path } of plainRoutes) allowed.set(path, ['GET'])
  const app = new Hono<{ Variables: { methods: string[] } }>()
  for (const [path, methods] of allowed) {
    // A path may match several patterns, such as `/contests/join` and `/contests/:id`: all of them count.
    app.all(path, async (context, next) => {
      context.set('methods', [...(context.get('methods') ?? []), ...methods])
      await next()
    })
  }
  app.notFound((context) => {
    const request = context.req.raw
    const requestId = requestIdOf(request)
    const methods = context.get('methods')
    const cors = deps.cors.headersFor(request)
    if (!methods) return errorResponse(commonErrors.not_found(), { requestId, headers: cors }, request)
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(
      ', ',
    )
    if (request.method === 'OPTIONS') {
      const headers = { allow, 'x-request-id': requestId, ...deps.cors.preflightHeaders(request) }
      return plainResponse(null, 204, headers)
    }
    return errorResponse(
      commonErrors.method_not_allowed(),
      { requestId, headers: { allow, ...cors } },
      request,
    )
  })
  return app
}

/** X-Forwarded-For is trusted only as far as our own proxies wrote it: the n-th address from the right. */
export function clientAddress(request: Request, trustedHops: number, peer: string | undefined): string {
  if (trustedHops > 0) {
    const hops = (request.headers.get('x-forwarded-for') ?? '')
      .split(',')
      .map((hop) => hop.trim())
      .filter(Boolean)
    const claimed = hops[hops.length - trustedHops]
    if (claimed) return claimed.slice(0, 64)
  }
  return peer ?? 'unknown'
}
