import { type SignToken, tokenSigner } from '../access-tokens.ts'
import type { TestService } from '../service.ts'
import { insertUser } from '../users.ts'
import { type ApiOperation, operationsOf } from './operations.ts'
import { schemaViolations, undescribedFields } from './schema.ts'
import { webhookCredentials } from './webhook-credentials.ts'

export interface Probe {
  operation: ApiOperation
  /** What makes this request odd, for whoever reads the fault. */
  what: string
  /** By which it is counted. */
  class?: string
  /** The operation's own when left out; null for none. */
  token?: string | null
  /** Of the operation's own token. The mightiest that it is for when left out. */
  role?: string
  path?: Record<string, string>
  /** Encoded already. */
  query?: string
  /** Text or bytes as they are, or a value that becomes JSON. */
  body?: unknown
  rawBody?: BodyInit
  headers?: Record<string, string>
  /** When only one status, or one of a few, is right. */
  expected?: number[]
}

const CONCURRENCY = 16
/** Parameters that are names and not ids, with one that exists. */
const KNOWN_NAMES: Record<string, string> = { provider: 'sandbox', badgeType: 'NIGHT_OWL' }
const PROBLEM = 'application/problem+json'
const INTERNALS =
  /\.ts:\d|node_modules|\bat \w+ \(|syntax error|violates|relation "|DatabaseError|PostgresError/

/** Sends odd requests to every operation, and holds each answer to what the document says of it. */
export class RouteProber {
  sent = 0
  readonly violations: string[] = []
  /** Operations that were seen to answer well. */
  readonly succeeded = new Set<string>()
  readonly statuses = new Map<number, number>()
  /** Codes of what this service has to do without. */
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

  /** With one actor for all operations, or a user for each. */
  static async open(service: TestService, actor?: { id: string }): Promise<RouteProber> {
    const { body: document } = await service.call('GET //openapi.json')
    const prober = new RouteProber(service, document, await tokenSigner(service))
    // A user for each operation, so that one that ends sessions or accounts does not end another's.
    for (const { name } of prober.operations.filter(({ needsToken }) => needsToken))
      prober.#actors.set(name, actor ?? (await prober.#makeActor(name)))
    return prober
  }

  /** Who sells tokens needs the wallet that comes with a registration; for all others their row will do. */
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

  /** The answer's body, when there is one to look into. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are of every shape.
  async send(probe: Probe): Promise<any> {
    const { operation } = probe
    this.sent++
    const actor = this.actorOf(operation)
    // A session of its own for every request: whatever the last one ended, this one stands.
    const role: string = probe.role ?? operation.operation['x-roles']?.at(-1) ?? 'USER'
    const token = probe.token === undefined && actor ? await this.#sign(actor.id, role) : probe.token
    const body = probe.rawBody ?? (probe.body === undefined ? undefined : JSON.stringify(probe.body))
    const isText = typeof body === 'string'
    const path = operation.path.replaceAll(
      /\{(\w+)\}/g,
      (_, name) => probe.path?.[name] ?? KNOWN_NAMES[name] ?? Bun.randomUUIDv7(),
    )
    const response = await fetch(`${this.#service.url}${path}${probe.query ? `?${probe.query}` : ''}`, {
      method: operation.method,
      headers: {
        ...(isText ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...webhookCredentials(operation.name, body),
        ...probe.headers,
      },
      ...(body === undefined ? {} : { body }),
    })
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
    // An answer that is given again is the first one, in its form and with the id of the request that it was given to.
    const isReplayed = headers.get('idempotency-replayed') === 'true'
    const isProblem = isReplayed ? type === PROBLEM : wanted
    if (type !== (isProblem ? PROBLEM : 'application/json')) return [...violations, `is ${type}`]
    const body = JSON.parse(text)
    const { schema } = described.content[type]
    violations.push(...schemaViolations(this.document, schema, body))
    violations.push(...undescribedFields(this.document, schema, body))
    const requestId = headers.get('x-request-id')
    if (!requestId) violations.push('has no request id')
    if (status < 300) {
      this.succeeded.add(probe.operation.name)
      const { bodySchema } = probe.operation
      // What is taken must be what the document allows, or a client that trusts it is told less than the truth.
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
