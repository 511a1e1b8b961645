import type { Server } from 'bun'
import { Deadlines } from '../concurrency/deadlines.ts'
import { assert } from '../errors.ts'
import { clientNetwork } from '../rate-limits/client-network.ts'
import { createHostCheck } from './allowed-hosts.ts'
import { clientAddress } from './client-address.ts'
import { ConcurrencyLimit } from './concurrency-limit.ts'
import { Cors } from './cors.ts'
import { sourceOf } from './derived-request.ts'
import type { MountedEndpoint } from './openapi.ts'
import { withoutPatterns } from './path-methods.ts'
import { createHandler, type PipelineDeps, type RoutedRequest } from './pipeline.ts'
import { createPlainHandler, type PlainRoute } from './plain-route.ts'
import { ProxyCheck } from './proxy-check.ts'
import { createRequestLog } from './request-log.ts'
import { TIME_LIMITS } from './request-timeout.ts'
import { errorResponse, requestIdOf } from './response.ts'
import { createFallback } from './unmatched-request.ts'
import { UPLOAD_LIMITS, type UploadLimits, UploadMemory } from './upload-memory.ts'
import type { WebSocketRoute } from './websocket-route.ts'

export interface HttpServer {
  port: number
  url: string
  /**
   * Closes each connection after its next response, and serves all requests. A load balancer that keeps connections open has
   * none left when the server stops, so that no request meets a connection that is being closed.
   */
  drain(): void
  /** Refuses new requests and waits for running ones. */
  stop(): Promise<void>
}

export interface HttpServerOptions<SocketState>
  extends Pick<PipelineDeps, 'config' | 'autocommitDb' | 'write' | 'rateLimits' | 'authenticate'>,
    Partial<Pick<PipelineDeps, 'checkStaff' | 'timeLimits' | 'processLockNumber'>> {
  endpoints: MountedEndpoint[]
  plainRoutes: PlainRoute[]
  /** Adds routes that may call the handlers of endpoints. */
  addRoutes?: (endpoints: EndpointRoutes) => EndpointRoutes
  /** An HTML page for an unknown path; undefined for clients that are not browsers. */
  notFoundPage?: (request: Request) => Promise<Response> | undefined
  webSocketRoute?: WebSocketRoute<SocketState>
  uploadLimits?: UploadLimits
}

/**
 * The runtime closes a connection that is idle for longer. Receiving JSON and running a handler take less.
 */
const IDLE_TIMEOUT_SECONDS = 40
const STOP_LIMIT_MS = 15_000

export function startHttp<SocketState>(options: HttpServerOptions<SocketState>): HttpServer {
  const { config } = options
  const cors = new Cors(config.corsOrigins, { allowsLoopback: config.environment === 'development' })
  const checkHost = createHostCheck(config)
  const deadlines = new Deadlines()
  const proxyCheck = new ProxyCheck()
  let draining = false
  let stopping = false
  const closing = (response: Response) => {
    response.headers.set('connection', 'close')
    return response
  }
  const deps: PipelineDeps = {
    config,
    autocommitDb: options.autocommitDb,
    write: options.write,
    rateLimits: options.rateLimits,
    cors,
    authenticate: options.authenticate,
    checkStaff: options.checkStaff ?? (() => {}),
    deadlines,
    timeLimits: options.timeLimits ?? TIME_LIMITS,
    extendIdleTimeout: (request, milliseconds = 0) =>
      server.timeout(request, IDLE_TIMEOUT_SECONDS + Math.ceil(milliseconds / 1000)),
    isStopping: () => stopping,
    concurrencyLimit: new ConcurrencyLimit(config.maxConcurrentRequests),
    uploadMemory: new UploadMemory(options.uploadLimits ?? UPLOAD_LIMITS),
    addressOf: (request) => {
      const peer = server.requestIP(sourceOf(request))?.address
      proxyCheck.observe(request, config.trustProxyHops, peer)
      return clientAddress(request, config.trustProxyHops, peer)
    },
    processLockNumber: options.processLockNumber ?? (() => undefined),
    logRequest: createRequestLog(config),
  }
  const fallback = createFallback(deps, options)
  const routes = endpointRoutes(deps, options.endpoints)
  const { webSocketRoute } = options
  const server: Server<SocketState> = Bun.serve<SocketState>({
    hostname: config.host,
    port: config.port,
    idleTimeout: IDLE_TIMEOUT_SECONDS,
    // Endpoints have far lower limits; this one only bounds the memory of one request.
    maxRequestBodySize: 256 * 1024 * 1024,
    routes: {
      ...mapRoutes(
        withHostCheck(checkHost, {
          ...pageRoutes(deps, options.plainRoutes, fallback),
          ...routes,
          ...options.addRoutes?.(routes),
        }),
        (respond) => (request) => (draining ? respond(request).then(closing) : respond(request)),
      ),
      ...(webSocketRoute
        ? { [webSocketRoute.path]: (request: Request) => upgradeToWebSocket(webSocketRoute, request) }
        : {}),
    },
    fetch: async (request) => {
      const response = refuse(checkHost, request) ?? (await fallback(asGet(request)))
      return draining ? closing(response) : response
    },
    websocket: webSocketRoute?.runtime ?? { message() {} },
    error: (error) =>
      errorResponse(error, { requestId: Bun.randomUUIDv7(), headers: {} }, new Request('http://localhost/')),
  })

  function upgradeToWebSocket(route: WebSocketRoute<SocketState>, request: Request): Response | undefined {
    const started = performance.now()
    const requestId = requestIdOf(request)
    const response = upgradeOrRefuse(route, request, requestId)
    const { method } = request
    const status = response?.status ?? 101
    const durationMs = performance.now() - started
    deps.logRequest?.({ method, route: route.path, status, durationMs, requestId })
    return response
  }

  function upgradeOrRefuse(
    route: WebSocketRoute<SocketState>,
    request: Request,
    requestId: string,
  ): Response | undefined {
    const address = clientNetwork(deps.addressOf(request))
    const { rateLimits } = options
    const responseContext = { requestId, headers: cors.headersFor(request) }
    let isCounted = false
    const countUnverified = () => {
      isCounted = true
      rateLimits.takeGeneral(address, responseContext.headers)
      return () => rateLimits.returnGeneral(address)
    }
    try {
      checkHost?.(request)
      return route.upgrade(request, { server, cors, address, isStopping: stopping, countUnverified })
    } catch (error) {
      return errorResponse(
        isCounted ? error : (refusalOf(countUnverified) ?? error),
        responseContext,
        request,
      )
    }
  }

  return {
    port: server.port!,
    url: `http://${config.host}:${server.port}`,
    drain: () => {
      draining = true
    },
    stop: async () => {
      draining = true
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

/** Returns what `count` throws above a limit. */
function refusalOf(count: () => void): unknown {
  try {
    count()
  } catch (error) {
    return error
  }
}

type Respond = (request: RoutedRequest) => Promise<Response>
/** By path and method. */
export type EndpointRoutes = Record<string, Record<string, Respond>>

type HostCheck = ReturnType<typeof createHostCheck>

/** Adds the check of the host to all routes; returns them unchanged if there is none. */
function withHostCheck(checkHost: HostCheck, routes: EndpointRoutes): EndpointRoutes {
  if (!checkHost) return routes
  return mapRoutes(routes, (respond) => (request) => {
    const refused = refuse(checkHost, request)
    return refused ? Promise.resolve(refused) : respond(request)
  })
}

function mapRoutes(routes: EndpointRoutes, change: (respond: Respond) => Respond): EndpointRoutes {
  return Object.fromEntries(
    Object.entries(routes).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, respond]) => [method, change(respond)])),
    ]),
  )
}

function refuse(checkHost: HostCheck, request: Request): Response | undefined {
  const refusal = checkHost && refusalOf(() => checkHost(request))
  return refusal
    ? errorResponse(refusal, { requestId: requestIdOf(request), headers: {} }, request)
    : undefined
}

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

/** Pages and files by path, for the runtime's router. */
function pageRoutes(
  deps: PipelineDeps,
  plainRoutes: PlainRoute[],
  fallback: (request: Request) => Promise<Response>,
): EndpointRoutes {
  const routes: EndpointRoutes = {}
  for (const route of plainRoutes) {
    const path = withoutPatterns(route.path)
    assert(!routes[path], `two pages have the path ${path}`)
    const respond = createPlainHandler(deps, route, fallback)
    const respondToHead = (request: RoutedRequest) => respond(asGet(request))
    routes[path] = { GET: respond, HEAD: respondToHead }
    if (route.submit) routes[path].POST = createPlainHandler(deps, route, fallback, 'post')
  }
  return routes
}

/** HEAD runs GET, and the runtime removes the body and sets its length. The router would drop the length. */
function asGet<Given extends Request>(request: Given): Given {
  return request.method === 'HEAD' ? Object.defineProperty(request, 'method', { value: 'GET' }) : request
}
