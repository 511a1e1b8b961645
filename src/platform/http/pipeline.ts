import { MINUTE_MS, now } from '../clock.ts'
import type { Deadlines } from '../concurrency/deadlines.ts'
import type { Config } from '../config/config.ts'
import type { AutocommitDb } from '../db/database.ts'
import { assert, commonErrors } from '../errors.ts'
import { workContext } from '../log.ts'
import { clientNetwork } from '../rate-limits/client-network.ts'
import type { RateLimits } from '../rate-limits/rate-limits.ts'
import { hmacSha256 } from '../secrets.ts'
import { currentTracer } from '../tracing/tracing.ts'
import type { Write } from '../transaction/write.ts'
import { isMultipart, type RequestBody, readBody } from './body.ts'
import { type Authenticate, type Caller, type CheckStaff, callerOfEndedSession } from './caller.ts'
import type { ConcurrencyLimit } from './concurrency-limit.ts'
import type { Cors } from './cors.ts'
import type { Endpoint } from './endpoint.ts'
import { FileDownload, FileStream, fileResponse } from './file-download.ts'
import { checkKey, type KeyedRequest } from './idempotency-keys.ts'
import { replayResponse, respondIdempotently, type StoreResponseText } from './idempotent-response.ts'
import { createPathParser, parseBody, parseHeaders, parseQuery } from './parse-input.ts'
import { renderResponse } from './render-response.ts'
import { RequestContext } from './request-context.ts'
import type { LogRequest } from './request-log.ts'
import { RequestMetrics } from './request-metrics.ts'
import { RequestTimeout, type TimeLimits } from './request-timeout.ts'
import { pathOf, queryOf } from './request-url.ts'
import { createRequestWriter, jsonOfResponse } from './request-write.ts'
import { errorResponse, jsonResponse, type ResponseContext, requestIdOf } from './response.ts'
import { StreamedData, streamResponse } from './streamed-data.ts'
import { traceRequest } from './trace-request.ts'
import type { UploadMemory } from './upload-memory.ts'

/** The session is checked again if the body took longer than this to arrive. */
const LONG_BODY_MS = 500
/**
 * How long the response to a credential in the body is replayed: long enough for a client that lost the
 * response. A client may derive its key from the credential, so a thief of the credential has the key too.
 */
const CREDENTIAL_REPLAY_MS = 10 * MINUTE_MS

const BEARER = /^bearer /i
const UNLISTED_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' }

/** A request whose path the router has matched. */
export type RoutedRequest = Request & { params: Record<string, string> }

/** The dependencies of all endpoints. */
export interface PipelineDeps {
  config: Config
  autocommitDb: AutocommitDb
  write: Write
  rateLimits: RateLimits
  cors: Cors
  authenticate: Authenticate
  /** Called for every endpoint with roles. */
  checkStaff: CheckStaff
  deadlines: Deadlines
  timeLimits: TimeLimits
  /** Extends the idle timeout of a request's connection by a time; resets it if none is given. */
  extendIdleTimeout: (request: Request, milliseconds?: number) => void
  isStopping: () => boolean
  concurrencyLimit: ConcurrencyLimit
  uploadMemory: UploadMemory
  addressOf: (request: Request) => string
  /** The liveness lock number of this process. */
  processLockNumber: () => number | undefined
  /** Undefined if requests are not logged. */
  logRequest: LogRequest | undefined
}

/**
 * Creates the function that runs an endpoint's requests: authentication, rate limits, input, idempotency,
 * handler, response. See `docs/request-lifecycle.md`.
 */
export function createHandler(deps: PipelineDeps, definition: Endpoint, route: string) {
  const metrics = new RequestMetrics(definition.method, route)
  const { verifySender } = definition
  assert(
    definition.sharedMaxAgeSeconds === undefined || definition.access === 'public',
    `${route} has personal data, so shared caches may not store it`,
  )
  const unlistedHeaders = definition.isUnlisted ? UNLISTED_HEADERS : undefined
  const takesBody =
    definition.body !== undefined || definition.upload !== undefined || verifySender !== undefined
  const unsafe = definition.method !== 'get'
  const parsePath = createPathParser(definition.params)
  const checksResponses = deps.config.environment === 'test'
  const render = (result: unknown) => renderResponse(definition, result, checksResponses)
  const clientNetworkOf = (request: Request) => clientNetwork(deps.addressOf(request))

  async function receive(
    request: Request,
    time: RequestTimeout,
    check: ((bytes: Uint8Array) => void) | undefined,
  ): Promise<RequestBody> {
    const { jsonMs, uploadMs } = deps.timeLimits
    time.startReading(definition.upload ? uploadMs : jsonMs)
    if (definition.upload) deps.extendIdleTimeout(request, uploadMs)
    const body = await readBody(request, definition.upload, check)
    if (definition.upload || definition.workMs) deps.extendIdleTimeout(request, definition.workMs)
    time.startWork()
    return body
  }

  /**
   * Returns the owner of an `Idempotency-Key` that is sent without a token. If all anonymous clients shared
   * one scope, a client could block another client's key. It could also guess the code or password of that
   * client's request: a replayed response would confirm the guess, and no rate limit of the handler would
   * count it.
   */
  function anonymousScope(request: Request, body: unknown): string {
    const { bodyCredential } = definition
    const owner = bodyCredential
      ? `proof\0${bodyCredential(body as never)}`
      : `network\0${clientNetworkOf(request)}`
    return `anonymous:${hmacSha256('idempotency scope', owner).toString('hex').slice(0, 32)}`
  }

  function keyedRequest(
    request: Request,
    caller: Caller | undefined,
    scope: string,
    key: string,
    fingerprint: Buffer,
  ): KeyedRequest {
    const session = definition.perSession && caller ? ` in ${caller.sessionId}` : ''
    const route = `${request.method} ${pathOf(request)}${session}`
    const retainMs = definition.bodyCredential ? CREDENTIAL_REPLAY_MS : undefined
    return { scope, route, key, fingerprint, retainMs }
  }

  /**
   * A body may take minutes to arrive. If the session ended meanwhile, the request is refused. Other errors,
   * such as those of a token that expired meanwhile, are ignored.
   */
  async function requireActiveSession(request: Request): Promise<void> {
    try {
      await identify(deps.authenticate, definition, request)
    } catch (error) {
      if (callerOfEndedSession(error)) throw error
    }
  }

  /** Reserves memory for a multipart upload. Returns the function that releases it. */
  function reserveUploadMemory(request: Request, caller: Caller | undefined): (() => void) | undefined {
    if (!definition.upload || !isMultipart(request)) return undefined
    const { limitBytes } = definition.upload
    const announced = Number(request.headers.get('content-length') ?? limitBytes)
    const bytes = announced <= limitBytes ? announced : limitBytes
    return deps.uploadMemory.reserve(caller?.userId ?? clientNetworkOf(request), bytes)
  }

  /**
   * A client that ended its own session and lost the response may use its token to get the replay, and
   * nothing else.
   */
  async function replayAfterSessionEnd(
    request: Request,
    context: ResponseContext,
    time: RequestTimeout,
    error: unknown,
  ): Promise<Response | undefined> {
    const caller = callerOfEndedSession(error)
    const key = request.headers.get('idempotency-key')
    if (!caller || key === null) return undefined
    const { fingerprint } = await receive(request, time, undefined)
    const keyed = keyedRequest(request, caller, caller.userId, key, fingerprint)
    return replayResponse(deps.autocommitDb, keyed, context, request)
  }

  async function process(
    request: RoutedRequest,
    context: ResponseContext,
    time: RequestTimeout,
  ): Promise<Response> {
    if (deps.isStopping()) throw commonErrors.shutting_down({ retryAfterSeconds: 1 })
    deps.concurrencyLimit.rejectWhenFull()
    let caller: Caller | undefined
    try {
      const found = identify(deps.authenticate, definition, request)
      caller = found instanceof Promise ? await found : found
      context.caller = caller
    } catch (error) {
      // Invalid tokens count against the limit of the client's network, so that guessing is limited.
      deps.rateLimits.takeGeneral(clientNetworkOf(request), context.headers)
      const replayed = definition.endsSession && (await replayAfterSessionEnd(request, context, time, error))
      if (replayed) return replayed
      throw error
    }
    if (!verifySender)
      deps.rateLimits.takeGeneral(
        caller?.viewerId ?? caller?.userId ?? clientNetworkOf(request),
        context.headers,
      )
    if (caller?.viewerId && (unsafe || definition.isHiddenFromViews)) throw commonErrors.view_only()
    if (!isAllowed(definition, caller)) throw commonErrors.forbidden()
    if (caller && typeof definition.access !== 'string') {
      const checked = deps.checkStaff(caller)
      if (checked) await checked
    }
    if (definition.networkLimit)
      await deps.rateLimits.takeStrict(definition.networkLimit, clientNetworkOf(request))

    const params = parsePath(() => request.params)
    const query = parseQuery(definition.query, () => queryOf(request))
    const headers = parseHeaders(definition.headers, request.headers)
    const key = unsafe ? request.headers.get('idempotency-key') : null
    const check = verifySender
      ? (rawBody: Uint8Array) => {
          try {
            verifySender({ headers: request.headers, params: params as never, rawBody, now: now() })
          } catch (error) {
            // Failed signatures count against the same limit as invalid tokens.
            deps.rateLimits.takeGeneral(clientNetworkOf(request), context.headers)
            throw error
          }
        }
      : undefined
    const releaseMemory = reserveUploadMemory(request, caller)
    try {
      const body = takesBody || key !== null ? await receive(request, time, check) : undefined
      if (time.readMs > LONG_BODY_MS) await requireActiveSession(request)
      const input = { params, query, headers, body: parseBody(definition.body, body?.value) }
      const { status: declaredStatus = 200, isPending } = definition.response
      const run = async (storeText?: StoreResponseText, isRetry = false) => {
        let status = declaredStatus
        const renderWithStatus = (data: unknown) => {
          // A repeated transaction may have another result.
          status = isPending?.(data) ? 202 : declaredStatus
          return render(data)
        }
        const writer = unsafe
          ? createRequestWriter(
              deps.write,
              renderWithStatus,
              storeText && ((tx, { text }) => storeText(tx, status, text)),
            )
          : undefined
        const result = await definition.handle(
          new RequestContext(deps.addressOf, request, caller, input, body, writer, isRetry) as never,
        )
        if (result instanceof StreamedData) return streamResponse(result, status, context)
        if (result instanceof FileDownload || result instanceof FileStream)
          return fileResponse(result, status, context)
        const json = unsafe ? jsonOfResponse(result) : render(result)
        return jsonResponse(json, status, context, request, definition.sharedMaxAgeSeconds)
      }
      if (key === null) return await deps.concurrencyLimit.run(() => run())
      checkKey(key)
      const scope = caller?.userId ?? anonymousScope(request, input.body)
      const keyed = keyedRequest(request, caller, scope, key, (body as RequestBody).fingerprint)
      const { autocommitDb, processLockNumber, rateLimits } = deps
      const keyLimit = rateLimits.keyLimit(deps.config.limits.idempotencyKeys, scope)
      const lockNumber = processLockNumber()
      return await deps.concurrencyLimit.run(() =>
        respondIdempotently({ autocommitDb, keyed, keyLimit, lockNumber }, context, request, run),
      )
    } finally {
      releaseMemory?.()
    }
  }

  async function respond(request: RoutedRequest, context: ResponseContext): Promise<Response> {
    const started = performance.now()
    const time = new RequestTimeout(definition.workMs ?? deps.timeLimits.workMs)
    let response: Response
    try {
      response = await deps.deadlines.watch(process(request, context, time), time, () => time.timeoutError())
    } catch (error) {
      response = errorResponse(error, context, request)
    }
    const durationMs = performance.now() - started
    metrics.add(response.status, durationMs / 1000)
    deps.logRequest?.({
      method: request.method,
      route,
      status: response.status,
      durationMs,
      caller: context.caller,
    })
    return response
  }

  return (request: RoutedRequest): Promise<Response> => {
    const requestId = requestIdOf(request)
    const context: ResponseContext = {
      requestId,
      headers: { ...deps.cors.headersFor(request), ...unlistedHeaders },
      isVersioned: definition.response.isVersioned,
    }
    const tracer = currentTracer()
    if (!tracer) return workContext.run({ requestId }, respond, request, context)
    return traceRequest(tracer, { request, method: request.method, route }, (traceId) =>
      workContext.run({ requestId, trace_id: traceId }, respond, request, context),
    )
  }
}

/** Authenticates the request. A cached token is resolved synchronously. */
function identify(
  authenticate: Authenticate,
  definition: Endpoint,
  request: Request,
): Caller | undefined | Promise<Caller> {
  if (definition.access === 'public') return undefined
  const header = request.headers.get('authorization')
  if (header === null) {
    if (definition.access === 'optional') return undefined
    throw commonErrors.unauthenticated()
  }
  if (!BEARER.test(header)) throw commonErrors.unauthenticated()
  return authenticate(header.slice(7).trim())
}

function isAllowed({ access }: Endpoint, caller: Caller | undefined): boolean {
  return typeof access === 'string' || (caller !== undefined && access.includes(caller.role))
}
