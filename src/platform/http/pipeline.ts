import type { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { now } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Deadlines } from '../deadlines.ts'
import { type FieldFault, refusals } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import { workContext } from '../log.ts'
import { counter, histogram } from '../metrics.ts'
import { type AnswerContext, faultAnswer, jsonAnswer, requestIdOf } from './answer.ts'
import { type RequestBody, readBody } from './body.ts'
import type { Authenticate, Caller } from './caller.ts'
import type { Cors } from './cors.ts'
import { type Endpoint, Reply } from './endpoint.ts'
import { checkKey, claimKey, type KeyedRequest, keepAnswer, releaseKey } from './idempotency.ts'
import { isStorableText } from './json.ts'

const REQUEST_LIMIT_MS = 20_000

const requestSeconds = histogram('lyceum_http_request_seconds', 'Duration of requests', ['method', 'route'])
const requestCount = counter('lyceum_http_requests_total', 'Requests by status', [
  'method',
  'route',
  'status',
])

/** What every endpoint shares. */
export interface PipelineParts {
  config: Config
  db: Db
  limits: Limits
  cors: Cors
  authenticate: Authenticate
  deadlines: Deadlines
  isStopping: () => boolean
  addressOf: (request: Request) => string
}

/** The way of a request: who, how often, what, once, and the answer. `docs/life-of-a-request.md` walks it. */
export function createHandler(parts: PipelineParts, definition: Endpoint, route: string) {
  const observed = requestSeconds.labels(definition.method, route)
  const counted = new Map<number, { inc(): void }>()
  const needsBody = definition.body !== undefined || definition.upload !== undefined
  const unsafe = definition.method !== 'get'

  async function process(context: Context, request: Request, answer: AnswerContext): Promise<Response> {
    if (parts.isStopping()) throw refusals.shutting_down({ retryAfterSeconds: 1 })
    const address = parts.addressOf(request)
    const caller = await identify(parts.authenticate, definition, request).catch((fault) => {
      // Whoever tries tokens is limited too, or guessing them would be free.
      parts.limits.takeGeneral(address, answer.headers)
      throw fault
    })
    parts.limits.takeGeneral(caller?.userId ?? address, answer.headers)
    if (definition.addressLimit) await parts.limits.takeStrict(definition.addressLimit, address)

    const params = parsed(definition.params, definition.params && checkedPath(context.req.param()), 'path')
    const query = parsed(definition.query, definition.query && checkedQuery(context.req.query()), 'query')
    const body =
      needsBody || (unsafe && request.headers.has('idempotency-key'))
        ? await readBody(request, definition.upload)
        : undefined
    const input = parsed(definition.body, body?.value, 'body')

    const run = async () => {
      const result = await definition.handle({
        caller: caller as never,
        params: params as never,
        query: query as never,
        body: input as never,
        files: body?.files ?? new Map(),
        address,
        userAgent: request.headers.get('user-agent')?.slice(0, 300),
        acceptLanguage: request.headers.get('accept-language') ?? undefined,
        now: now(),
      })
      const text = render(definition, result, !parts.config.production && parts.config.environment === 'test')
      return jsonAnswer(text, definition.answer.status, answer, request)
    }
    const key = unsafe ? request.headers.get('idempotency-key') : null
    if (key === null) return run()
    checkKey(key)
    const keyed: KeyedRequest = {
      scope: caller?.userId ?? 'anonymous',
      route: `${request.method} ${new URL(request.url).pathname}`,
      key,
      fingerprint: (body as RequestBody).fingerprint,
    }
    return once(parts.db, keyed, answer, request, run)
  }

  return async (context: Context): Promise<Response> => {
    const started = performance.now()
    const request = context.req.raw
    const requestId = requestIdOf(request)
    const answer: AnswerContext = { requestId, headers: parts.cors.headersFor(request) }
    let response: Response
    try {
      response = await workContext.run({ requestId }, () =>
        parts.deadlines.watch(process(context, request, answer), REQUEST_LIMIT_MS, () =>
          refusals.overloaded({ retryAfterSeconds: 2 }),
        ),
      )
    } catch (fault) {
      response = workContext.run({ requestId }, () => faultAnswer(fault, answer, request))
    }
    observed.observe((performance.now() - started) / 1000)
    let line = counted.get(response.status)
    if (!line) {
      line = requestCount.labels(definition.method, route, String(response.status))
      counted.set(response.status, line)
    }
    line.inc()
    return response
  }
}

async function identify(
  authenticate: Authenticate,
  definition: Endpoint,
  request: Request,
): Promise<Caller | undefined> {
  if (definition.access === 'public') return undefined
  const header = request.headers.get('authorization')
  if (header === null) {
    if (definition.access === 'optional') return undefined
    throw refusals.unauthenticated()
  }
  if (header.slice(0, 7).toLowerCase() !== 'bearer ') throw refusals.unauthenticated()
  const caller = await authenticate(header.slice(7).trim())
  if (typeof definition.access !== 'string' && !definition.access.includes(caller.role))
    throw refusals.forbidden()
  return caller
}

/** Runs the request for the first time under its key, or gives the first answer again. */
async function once(
  db: Db,
  keyed: KeyedRequest,
  answer: AnswerContext,
  request: Request,
  run: () => Promise<Response>,
): Promise<Response> {
  const earlier = await claimKey(db, keyed)
  if (earlier !== 'first') {
    const headers = { ...answer.headers, 'content-type': earlier.contentType, 'idempotency-replayed': 'true' }
    return jsonAnswer(earlier.body, earlier.status, { ...answer, headers }, request)
  }
  let response: Response
  try {
    response = await run()
  } catch (fault) {
    response = faultAnswer(fault, answer, request)
  }
  const passing = response.status >= 500 || [401, 423, 429].includes(response.status)
  if (passing) await releaseKey(db, keyed)
  else {
    const contentType = response.headers.get('content-type') ?? 'application/json'
    await keepAnswer(db, keyed, { status: response.status, contentType, body: await response.clone().text() })
  }
  return response
}

function parsed(schema: z.ZodType | undefined, value: unknown, place: 'path' | 'query' | 'body'): unknown {
  if (!schema) return undefined
  const outcome = schema.safeParse(value)
  if (outcome.success) return outcome.data
  // An id that cannot be one names nothing: on a path that is the same as an unknown id.
  if (place === 'path') throw refusals.not_found()
  throw refusals.validation_failed({ details: outcome.error.issues.flatMap(faultsOf).slice(0, 50) })
}

function faultsOf(issue: z.core.$ZodIssue): FieldFault[] {
  return [{ field: issue.path.join('.') || '(body)', message: issue.message }]
}

/** What no row can hold names nothing. */
function checkedPath(params: Record<string, string>): Record<string, string> {
  if (!Object.values(params).every(isStorableText)) throw refusals.not_found()
  return params
}

function checkedQuery(query: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(query)) {
    if (!isStorableText(value) || !isStorableText(name)) {
      throw refusals.validation_failed({
        details: [{ field: name.replaceAll('\0', ''), message: 'holds a NUL or half of a surrogate pair' }],
      })
    }
  }
  return query
}

function render(definition: Endpoint, result: unknown, check: boolean): string {
  const { answer } = definition
  const reply = result instanceof Reply ? result : new Reply(result)
  if (check && answer.data) answer.data.parse(reply.data)
  if (answer.bare) return JSON.stringify(reply.data)
  const message = reply.message ?? answer.message
  return JSON.stringify({
    success: true,
    ...(answer.data ? { data: reply.data } : {}),
    ...(reply.meta ? { meta: reply.meta } : {}),
    ...(message ? { message } : {}),
  })
}
