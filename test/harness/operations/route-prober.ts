import { type SignToken, tokenSigner } from '../access-tokens.ts'
import { patientFetch } from '../patient-fetch.ts'
import type { TestService } from '../service.ts'
import { insertUser } from '../users.ts'
import { type ApiOperation, operationsOf } from './operations.ts'
import { schemaViolations, undescribedFields } from './schema.ts'
import { webhookCredentials } from './webhook-credentials.ts'

export interface Probe {
  operation: ApiOperation
  /** A description of the probe, for error messages. */
  what: string
  /** The name under which it is counted. */
  class?: string
  /** The token of the operation by default; null for none. */
  token?: string | null
  /** The role of the token; by default the highest role that the operation accepts. */
  role?: string
  path?: Record<string, string>
  /** Already encoded. */
  query?: string
  /** Raw text or bytes, or a value that is serialised to JSON. */
  body?: unknown
  rawBody?: BodyInit
  headers?: Record<string, string>
  /** The only expected statuses. */
  expected?: number[]
}

const CONCURRENCY = 16
/** Parameters that are names and not ids, with an existing value. */
const KNOWN_NAMES: Record<string, string> = { version: '1', provider: 'sandbox', badgeType: 'NIGHT_OWL' }
const PROBLEM = 'application/problem+json'
const INTERNALS =
  /\.ts:\d|node_modules|\bat \w+ \(|syntax error|violates|relation "|DatabaseError|PostgresError/

/** Sends unusual requests to every operation, and checks each response against the document. */
export class RouteProber {
  sent = 0
  readonly violations: string[] = []
  /** Operations with a successful response. */
  readonly succeeded = new Set<string>()
  /** Operations with a successful response to a request without a body. */
  readonly succeededWithoutBody = new Set<string>()
  readonly statuses = new Map<number, number>()
  /** Error codes of services that are not configured here. */
  allowedUnavailableCodes: string[] = []
  readonly classes = new Map<string, Map<number, number>>()
  readonly operations: ApiOperation[]
  readonly #service: TestService
  readonly document: object
  readonly #actors = new Map<string, { id: string }>()
  readonly #sign: SignToken

  private constructor(service: TestService, document: object, sign: SignToken) {
    this.#service = service
    this.document = document
    this.#sign = sign
    this.operations = operationsOf(document)
  }

  /** Uses one actor for all operations, or one user for each. */
  static async open(service: TestService, actor?: { id: string }): Promise<RouteProber> {
    const { body: document } = await service.call('GET //openapi.json')
    const prober = new RouteProber(service, document, await tokenSigner(service))
    // One user for each operation, so that an operation that ends sessions or accounts does not affect
    // others.
    for (const { name } of prober.operations.filter(({ needsToken }) => needsToken))
      prober.#actors.set(name, actor ?? (await prober.#makeActor(name)))
    return prober
  }

  /**
   * Selling tokens needs the wallet that a registration creates; other operations only need the row of the
   * user.
   */
  async #makeActor(name: string): Promise<{ id: string }> {
    if (name.includes('/off-ramp/')) return this.#service.register()
    return { id: await insertUser(this.#service.test.database.query) }
  }

  actorOf(operation: ApiOperation): { id: string } | undefined {
    return this.#actors.get(operation.name)
  }

  async sendAll(probes: Probe[]): Promise<void> {
    const queue = probes.values()
    const worker = async () => {
      for (const probe of queue) await this.send(probe)
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  }

  /** The parsed body of the response, if there is one. */
  // biome-ignore lint/suspicious/noExplicitAny: responses have many shapes.
  async send(probe: Probe): Promise<any> {
    const { operation } = probe
    this.sent++
    const actor = this.actorOf(operation)
    // A new session for every request, because an earlier request may have ended one.
    const role: string = probe.role ?? operation.operation['x-roles']?.at(-1) ?? 'USER'
    const token = probe.token === undefined && actor ? await this.#sign(actor.id, role) : probe.token
    const body = probe.rawBody ?? (probe.body === undefined ? undefined : JSON.stringify(probe.body))
    const isText = typeof body === 'string'
    const path = operation.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name) => probe.path?.[name] ?? KNOWN_NAMES[name] ?? Bun.randomUUIDv7(),
    )
    const response = await patientFetch(
      `${this.#service.url}${path}${probe.query ? `?${probe.query}` : ''}`,
      {
        method: operation.method,
        headers: {
          ...(isText ? { 'content-type': 'application/json' } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...webhookCredentials(operation.name, body),
          ...probe.headers,
        },
        ...(body === undefined ? {} : { body }),
      },
    )
    const text = await response.text()
    const violations = this.#findViolations(probe, response, text)
    count(this.statuses, response.status)
    if (probe.class) {
      if (!this.classes.has(probe.class)) this.classes.set(probe.class, new Map())
      count(this.classes.get(probe.class)!, response.status)
    }
    this.violations.push(
      ...violations.map((violation) => `${operation.name}, ${probe.what}: ${response.status} ${violation}`),
    )
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }

  #findViolations(probe: Probe, response: Response, text: string): string[] {
    const { status, headers } = response
    const { operation } = probe.operation
    const isAllowedUnavailable =
      status === 503 && this.allowedUnavailableCodes.some((code) => text.includes(`"${code}"`))
    if (status >= 500 && !isAllowedUnavailable) return [`is a fault of ours: ${text.slice(0, 200)}`]
    const violations: string[] = []
    if (probe.expected && !probe.expected.includes(status))
      violations.push(`instead of ${probe.expected}: ${text.slice(0, 200)}`)
    const described = operation.responses[status]
    if (!described) return [...violations, `is not described: ${text.slice(0, 200)}`]
    if (INTERNALS.test(text)) violations.push(`tells of the inside: ${text.slice(0, 300)}`)
    if (!described.content)
      return text === '' ? violations : [...violations, `has a body: ${text.slice(0, 200)}`]

    const type = headers.get('content-type')?.split(';')[0] ?? ''
    const wanted = probe.headers?.accept?.startsWith(PROBLEM) && !refusesProblems(probe) && status >= 400
    // A replayed response is identical to the first one, including its request id.
    const isReplayed = headers.get('idempotency-replayed') === 'true'
    const isProblem = isReplayed ? type === PROBLEM : wanted
    if (!/json$/.test(type) && described.content[type]) {
      if (status < 300) this.succeeded.add(probe.operation.name)
      return violations
    }
    if (type !== (isProblem ? PROBLEM : 'application/json')) return [...violations, `is ${type}`]
    const body = JSON.parse(text)
    const { schema } = described.content[type]
    violations.push(...schemaViolations(this.document, schema, body))
    violations.push(...undescribedFields(this.document, schema, body))
    const requestId = headers.get('x-request-id')
    if (!requestId) violations.push('has no request id')
    if (status < 300) {
      this.succeeded.add(probe.operation.name)
      if (probe.body === undefined && probe.rawBody === undefined)
        this.succeededWithoutBody.add(probe.operation.name)
      const { bodySchema } = probe.operation
      // An accepted request must match the document, otherwise the document is incomplete.
      if (bodySchema && probe.body !== undefined)
        violations.push(
          ...schemaViolations(this.document, bodySchema, probe.body).map(
            (violation) => `took a body that ${violation}`,
          ),
        )
      return violations
    }
    const code = isProblem ? body.code : body.error?.code
    const codes = described['x-refusals'].map((refusal: { code: string }) => refusal.code)
    if (!codes.includes(code)) violations.push(`does not list ${code}`)
    if (!isReplayed && (isProblem ? body.requestId : body.error?.requestId) !== requestId)
      violations.push('has two request ids')
    if (!isProblem && (body.success !== false || !body.message)) violations.push('is no refusal')
    if ([429, 503].includes(status) && !headers.has('retry-after')) violations.push('has no Retry-After')
    return violations
  }
}

function refusesProblems({ headers }: Probe): boolean {
  return headers?.accept?.includes('q=0') ?? false
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
