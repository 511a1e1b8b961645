import type { Server } from 'bun'
import { type Context, Hono } from 'hono'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { Deadlines } from '../deadlines.ts'
import { refusals } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { workContext } from '../log.ts'
import type { SocketState } from '../sockets/connection.ts'
import type { SocketDoor } from '../sockets/door.ts'
import { currentTracer } from '../tracing/tracing.ts'
import { type AnswerContext, faultAnswer, plainAnswer, requestIdOf } from './answer.ts'
import type { Authenticate } from './caller.ts'
import { Cors } from './cors.ts'
import { sourceOf } from './derived-request.ts'
import type { MountedEndpoint } from './openapi.ts'
import { createHandler, type PipelineParts, type RoutedRequest } from './pipeline.ts'
import { RequestFigures } from './request-figures.ts'
import { TIME_LIMITS, type TimeLimits } from './request-time.ts'
import { traceRequest } from './trace-request.ts'
import { UPLOAD_LIMITS, type UploadLimits, UploadRoom } from './upload-room.ts'
import { Workload } from './workload.ts'

/** A page or a file: outside the envelope, and not in the API document. It may throw refusals. */
export interface PlainRoute {
  path: string
  /** Machines ask for it every few seconds: it is no part of any trace, and no limit counts it. */
  isWatch?: true
  handle: (request: Request, params: Record<string, string>) => Response | Promise<Response>
}

export interface HttpServer {
  port: number
  url: string
  /** Refuses what is new, waits for what is under way. */
  stop(): Promise<void>
}

export interface HttpServerOptions {
  config: Config
  db: Db
  limits: Limits
  authenticate: Authenticate
  endpoints: MountedEndpoint[]
  plainRoutes: PlainRoute[]
  /** Further routes, which may call the endpoints' own. */
  addRoutes?: (endpoints: EndpointRoutes) => EndpointRoutes
  /** A page for people at a path that does not exist; undefined where a program asks. */
  notFoundPage?: (request: Request) => Promise<Response> | undefined
  socketDoor?: SocketDoor
  timeLimits?: TimeLimits
  uploadLimits?: UploadLimits
  signOfLife?: () => number | undefined
}

/** The runtime cuts a connection that is silent for longer. No JSON may take so long to come, no handler to run. */
const IDLE_TIMEOUT_SECONDS = 40
const STOP_LIMIT_MS = 15_000

export function startHttp(options: HttpServerOptions): HttpServer {
  const { config } = options
  const cors = new Cors(config.corsOrigins)
  const deadlines = new Deadlines()
  let stopping = false
  const parts: PipelineParts = {
    config,
    db: options.db,
    limits: options.limits,
    cors,
    authenticate: options.authenticate,
    deadlines,
    timeLimits: options.timeLimits ?? TIME_LIMITS,
    allowSilence: (request, milliseconds = 0) =>
      server.timeout(request, IDLE_TIMEOUT_SECONDS + Math.ceil(milliseconds / 1000)),
    isStopping: () => stopping,
    workload: new Workload(config.requestsAtOnce),
    uploads: new UploadRoom(options.uploadLimits ?? UPLOAD_LIMITS),
    addressOf: (request) =>
      clientAddress(request, config.trustProxyHops, server.requestIP(sourceOf(request))?.address),
    signOfLife: options.signOfLife ?? (() => undefined),
  }
  const pages = createPages(parts, options)
  const routes = endpointRoutes(parts, options.endpoints)
  const door = options.socketDoor
  const server: Server<SocketState> = Bun.serve<SocketState>({
    hostname: config.host,
    port: config.port,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    // The endpoints' own limits are far below; this one only keeps a stranger's gigabytes out of memory.
    maxRequestBodySize: 256 * 1024 * 1024,
    routes: {
      ...routes,
      ...options.addRoutes?.(routes),
      ...(door ? { [door.path]: (request: Request) => openSocket(door, request) } : {}),
    },
    fetch: (request) => pages.fetch(asGet(request)),
    websocket: door?.runtime ?? { message() {} },
    error: (fault) =>
      faultAnswer(fault, { requestId: Bun.randomUUIDv7(), headers: {} }, new Request('http://localhost/')),
  })

  function openSocket(door: SocketDoor, request: Request): Response | undefined {
    const address = networkOf(parts.addressOf(request))
    try {
      return door.upgrade(request, { server, cors, address, isStopping: stopping })
    } catch (fault) {
      const answer = { requestId: requestIdOf(request), headers: cors.headersFor(request) }
      return faultAnswer(fault, answer, request)
    }
  }

  return {
    port: server.port!,
    url: `http://${config.host}:${server.port}`,
    stop: async () => {
      stopping = true
      door?.close()
      // A timer of its own would keep the process alive for the whole limit after all is done.
      const late = () => new Error('requests were still running')
      await deadlines.watch(server.stop(), STOP_LIMIT_MS, late).catch(() => undefined)
      await server.stop(true)
      deadlines.close()
    },
  }
}

type Respond = (request: RoutedRequest) => Promise<Response>
/** By path and method. */
export type EndpointRoutes = Record<string, Record<string, Respond>>

/** Endpoints by path and method, for the runtime's own router: it costs less than any that is written in JavaScript. */
function endpointRoutes(parts: PipelineParts, endpoints: MountedEndpoint[]): EndpointRoutes {
  const routes: EndpointRoutes = {}
  for (const { endpoint, path } of endpoints) {
    const respond = createHandler(parts, endpoint, path)
    routes[path] ??= {}
    routes[path][endpoint.method.toUpperCase()] = respond
    if (endpoint.method === 'get') routes[path].HEAD = (request) => respond(asGet(request))
  }
  return routes
}

/** All the rest: pages, and the answers for paths and methods that nobody has. */
function createPages(
  parts: PipelineParts,
  { endpoints, plainRoutes, notFoundPage }: HttpServerOptions,
): Hono {
  const app = new Hono()
  for (const route of plainRoutes) app.get(route.path, createPlainHandler(parts, route))
  const fallback = methodFallback(parts, endpoints, plainRoutes)
  app.notFound((context) => notFoundPage?.(context.req.raw) ?? fallback.fetch(context.req.raw))
  app.onError((fault, { req: { raw: request } }) =>
    faultAnswer(fault, { requestId: requestIdOf(request), headers: parts.cors.headersFor(request) }, request),
  )
  return app
}

/** The way of a page: in its context, counted, and its faults answered like any other. */
function createPlainHandler(parts: PipelineParts, route: PlainRoute) {
  // The pattern that a parameter must match belongs to the router.
  const path = route.path.replace(/\{[^/]*/g, '')
  const figures = new RequestFigures('get', path)

  async function respond(context: Context, answer: AnswerContext): Promise<Response> {
    const started = performance.now()
    const request = context.req.raw
    let response: Response
    try {
      // Pages read tables and draw pictures as endpoints do. Whoever watches us asks often, and costs nothing.
      if (!route.isWatch) parts.limits.takeGeneral(networkOf(parts.addressOf(request)), answer.headers)
      response = await route.handle(request, context.req.param() as Record<string, string>)
      response.headers.set('x-request-id', answer.requestId)
    } catch (fault) {
      response = faultAnswer(fault, answer, request)
    }
    figures.add(response.status, (performance.now() - started) / 1000)
    return response
  }

  return (context: Context): Promise<Response> => {
    const request = context.req.raw
    const requestId = requestIdOf(request)
    const answer: AnswerContext = { requestId, headers: parts.cors.headersFor(request) }
    const tracer = route.isWatch ? undefined : currentTracer()
    if (!tracer) return workContext.run({ requestId }, respond, context, answer)
    return traceRequest(tracer, { request, method: 'GET', route: path }, (traceId) =>
      workContext.run({ requestId, trace_id: traceId }, respond, context, answer),
    )
  }
}

/** HEAD is GET whose body the runtime counts and keeps back. The router would drop it uncounted. */
function asGet<Given extends Request>(request: Given): Given {
  return request.method === 'HEAD' ? Object.defineProperty(request, 'method', { value: 'GET' }) : request
}

/** A known path with another method, CORS questions about it, and paths that nobody knows. */
function methodFallback(parts: PipelineParts, endpoints: MountedEndpoint[], plainRoutes: PlainRoute[]) {
  const allowed = new Map<string, string[]>()
  for (const { path, endpoint } of endpoints) {
    allowed.set(path, [...(allowed.get(path) ?? []), endpoint.method.toUpperCase()])
  }
  for (const { path } of plainRoutes) allowed.set(path, ['GET'])
  const app = new Hono<{ Variables: { methods: string[] } }>()
  for (const [path, methods] of allowed) {
    // A path may fit several patterns, such as `/contests/join` and `/contests/:id`: all of them count.
    app.all(path, async (context, next) => {
      context.set('methods', [...(context.get('methods') ?? []), ...methods])
      await next()
    })
  }
  app.notFound((context) => {
    const request = context.req.raw
    const requestId = requestIdOf(request)
    const methods = context.get('methods')
    const cors = parts.cors.headersFor(request)
    if (!methods) return faultAnswer(refusals.not_found(), { requestId, headers: cors }, request)
    const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(
      ', ',
    )
    if (request.method === 'OPTIONS') {
      const headers = { allow, 'x-request-id': requestId, ...parts.cors.preflightHeaders(request) }
      return plainAnswer(null, 204, headers)
    }
    return faultAnswer(refusals.method_not_allowed(), { requestId, headers: { allow, ...cors } }, request)
  })
  return app
}

/** X-Forwarded-For is believed only as far as our own proxies wrote it: the n-th address from the right. */
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
