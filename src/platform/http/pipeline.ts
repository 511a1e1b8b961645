import { now } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Deadlines } from '../deadlines.ts'
import { assert, refusals } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import { networkOf } from '../limits/network.ts'
import { workContext } from '../log.ts'
import { keyedDigest } from '../secrets.ts'
import { currentTracer } from '../tracing/tracing.ts'
import type { Tx } from '../tx.ts'
import { type AnswerContext, faultAnswer, jsonAnswer, type RenderedJson, requestIdOf } from './answer.ts'
import { Arrival } from './arrival.ts'
import { isMultipart, type RequestBody, readBody } from './body.ts'
import { type Authenticate, type Caller, callerOfEnded } from './caller.ts'
import type { Cors } from './cors.ts'
import type { Endpoint, KeepAnswer } from './endpoint.ts'
import { checkKey, type KeyedRequest } from './idempotency.ts'
import { parseBody, parseHeaders, parsePath, parseQuery } from './input.ts'
import { answerAgain, answerOnce, type KeepText } from './once.ts'
import { render } from './render.ts'
import { RequestFigures } from './request-figures.ts'
import { RequestTime, type TimeLimits } from './request-time.ts'
import { pathOf, queryOf } from './request-url.ts'
import { traceRequest } from './trace-request.ts'
import type { UploadRoom } from './upload-room.ts'
import type { Workload } from './workload.ts'

/** Without a key nobody asks again. */
const KEEP_NOTHING: KeepAnswer = async (_tx: Tx, answer?: unknown) => answer as never
/** After so long it is asked once more who sends it. */
const LONG_BODY_MS = 500

/** A request whose path the router has taken apart. */
export type RoutedRequest = Request & { params: Record<string, string> }

/** What every endpoint shares. */
export interface PipelineParts {
  config: Config
  db: Db
  limits: Limits
  cors: Cors
  authenticate: Authenticate
  deadlines: Deadlines
  timeLimits: TimeLimits
  /** Lets the connection of a request be silent for so much longer than others, or no longer than they. */
  allowSilence: (request: Request, milliseconds?: number) => void
  isStopping: () => boolean
  workload: Workload
  uploads: UploadRoom
  addressOf: (request: Request) => string
  /** The number by which others can tell whether this process is still there. */
  signOfLife: () => number | undefined
}

/** The way of a request: who, how often, what, once, and the answer. `docs/life-of-a-request.md` walks it. */
export function createHandler(parts: PipelineParts, definition: Endpoint, route: string) {
  const figures = new RequestFigures(definition.method, route)
  const { verify } = definition
  const takesBody = definition.body !== undefined || definition.upload !== undefined || verify !== undefined
  const unsafe = definition.method !== 'get'
  const checksAnswers = parts.config.environment === 'test'
  const placeOf = (request: Request) => networkOf(parts.addressOf(request))

  async function receive(
    request: Request,
    time: RequestTime,
    check: ((bytes: Uint8Array) => void) | undefined,
  ): Promise<RequestBody> {
    const { jsonMs, uploadMs } = parts.timeLimits
    time.startReading(definition.upload ? uploadMs : jsonMs)
    if (definition.upload) parts.allowSilence(request, uploadMs)
    const body = await readBody(request, definition.upload, check)
    if (definition.upload) parts.allowSilence(request)
    time.startWork()
    return body
  }

  /**
   * Whose an `Idempotency-Key` is that comes without a token. Were it everybody's, a stranger who uses the same one would be
   * in the way, and who guesses at codes and passwords under it would be told of a hit by the first answer, uncounted.
   */
  function strangerScope(request: Request, body: unknown): string {
    const { provenBy } = definition
    const whose = provenBy ? `proof\0${provenBy(body as never)}` : `network\0${placeOf(request)}`
    return `anonymous:${keyedDigest('idempotency scope', whose).toString('hex').slice(0, 32)}`
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
    return { scope, route, key, fingerprint, keepMs: definition.answersAgainMs }
  }

  /** A body may take minutes to come. Whose session has ended meanwhile, because they were suspended, does nothing more. */
  async function refuseEnded(request: Request): Promise<void> {
    try {
      await identify(parts.authenticate, definition, request)
    } catch (fault) {
      if (callerOfEnded(fault)) throw fault
    }
  }

  /** Room for the files of an upload, where one comes: until the request is done with, they are in memory. */
  function enterUploadRoom(request: Request, caller: Caller | undefined): (() => void) | undefined {
    if (!definition.upload || !isMultipart(request)) return undefined
    const { limitBytes } = definition.upload
    const announced = Number(request.headers.get('content-length') ?? limitBytes)
    const bytes = announced <= limitBytes ? announced : limitBytes
    return parts.uploads.enter(caller?.userId ?? placeOf(request), bytes)
  }

  /** Whoever ended their own session and lost the answer asks for it with a token that is worth nothing else. */
  async function answerAfterEnd(
    request: Request,
    answer: AnswerContext,
    time: RequestTime,
    fault: unknown,
  ): Promise<Response | undefined> {
    const caller = callerOfEnded(fault)
    const key = request.headers.get('idempotency-key')
    if (!caller || key === null) return undefined
    const { fingerprint } = await receive(request, time, undefined)
    const keyed = keyedRequest(request, caller, caller.userId, key, fingerprint)
    return answerAgain(parts.db, keyed, answer, request)
  }

  async function process(
    request: RoutedRequest,
    answer: AnswerContext,
    time: RequestTime,
  ): Promise<Response> {
    if (parts.isStopping()) throw refusals.shutting_down({ retryAfterSeconds: 1 })
    parts.workload.check()
    let caller: Caller | undefined
    try {
      const found = identify(parts.authenticate, definition, request)
      caller = found instanceof Promise ? await found : found
    } catch (fault) {
      // Whoever tries tokens is limited too, or guessing them would be free.
      parts.limits.takeGeneral(placeOf(request), answer.headers)
      const again = definition.endsSession && (await answerAfterEnd(request, answer, time, fault))
      if (again) return again
      throw fault
    }
    if (!verify) parts.limits.takeGeneral(caller?.userId ?? placeOf(request), answer.headers)
    if (!isAllowed(definition, caller)) throw refusals.forbidden()
    if (definition.addressLimit) await parts.limits.takeStrict(definition.addressLimit, placeOf(request))

    const params = parsePath(definition.params, () => request.params)
    const query = parseQuery(definition.query, () => queryOf(request))
    const headers = parseHeaders(definition.headers, request.headers)
    const key = unsafe ? request.headers.get('idempotency-key') : null
    const check = verify
      ? (rawBody: Uint8Array) => {
          try {
            verify({ headers: request.headers, params: params as never, rawBody, now: now() })
          } catch (fault) {
            // As with tokens: trying signatures must not be free.
            parts.limits.takeGeneral(placeOf(request), answer.headers)
            throw fault
          }
        }
      : undefined
    const leave = enterUploadRoom(request, caller)
    try {
      const body = takesBody || key !== null ? await receive(request, time, check) : undefined
      if (time.readMs > LONG_BODY_MS) await refuseEnded(request)
      const input = { params, query, headers, body: parseBody(definition.body, body?.value) }
      const run = async (keepText?: KeepText, goesOn = false) => {
        let kept: RenderedJson | undefined
        const keep = async (tx: Tx, data?: unknown) => {
          const json = render(definition, data, checksAnswers)
          await keepText!(tx, definition.answer.status, json.text)
          tx.afterCommit(() => {
            kept = json
          })
          return data
        }
        const keepAnswer = keepText ? (keep as KeepAnswer) : KEEP_NOTHING
        const result = await definition.handle(
          new Arrival(parts.addressOf, request, caller, input, body, { keepAnswer, goesOn }) as never,
        )
        const json = render(definition, result, checksAnswers)
        assert(!kept || kept.text === json.text, 'the answer is another than the one that was kept')
        return jsonAnswer(json, definition.answer.status, answer, request)
      }
      if (key === null) return await parts.workload.carry(() => run())
      checkKey(key)
      const scope = caller?.userId ?? strangerScope(request, input.body)
      const keyed = keyedRequest(request, caller, scope, key, (body as RequestBody).fingerprint)
      const { db, signOfLife } = parts
      return await parts.workload.carry(() => answerOnce(db, keyed, answer, request, run, signOfLife()))
    } finally {
      leave?.()
    }
  }

  async function respond(request: RoutedRequest, answer: AnswerContext): Promise<Response> {
    const started = performance.now()
    const time = new RequestTime(parts.timeLimits.workMs)
    let response: Response
    try {
      response = await parts.deadlines.watch(process(request, answer, time), time, () => time.late())
    } catch (fault) {
      response = faultAnswer(fault, answer, request)
    }
    figures.add(response.status, (performance.now() - started) / 1000)
    return response
  }

  return (request: RoutedRequest): Promise<Response> => {
    const requestId = requestIdOf(request)
    const answer: AnswerContext = { requestId, headers: parts.cors.headersFor(request) }
    const tracer = currentTracer()
    if (!tracer) return workContext.run({ requestId }, respond, request, answer)
    return traceRequest(tracer, { request, method: request.method, route }, (traceId) =>
      workContext.run({ requestId, trace_id: traceId }, respond, request, answer),
    )
  }
}

/** Who sends the request. A token that was seen before is known at once. */
function identify(
  authenticate: Authenticate,
  definition: Endpoint,
  request: Request,
): Caller | undefined | Promise<Caller> {
  if (definition.access === 'public') return undefined
  const header = request.headers.get('authorization')
  if (header === null) {
    if (definition.access === 'optional') return undefined
    throw refusals.unauthenticated()
  }
  if (header.slice(0, 7).toLowerCase() !== 'bearer ') throw refusals.unauthenticated()
  return authenticate(header.slice(7).trim())
}

function isAllowed({ access }: Endpoint, caller: Caller | undefined): boolean {
  return typeof access === 'string' || (caller !== undefined && access.includes(caller.role))
}
