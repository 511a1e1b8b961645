import type { Server } from 'bun'
import { z } from 'zod'
import { addMs, MINUTE_MS, now } from '../../../platform/clock.ts'
import type { AutocommitDb } from '../../../platform/db/database.ts'
import { isId, newId } from '../../../platform/ids.ts'
import { constantTimeEqual, sha256 } from '../../../platform/secrets.ts'
import { formatAmount, parseDecimal } from '../public/amount.ts'
import { DECIMALS, FIAT_CURRENCIES, type FiatCurrency } from '../public/currency.ts'
import { forcedOutcome, sandboxRates } from './forced-outcome.ts'
import { notFoundPage, paymentPage } from './payment-page.ts'
import { findSandboxRow, insertSandboxRow, type SandboxRow, updateSandboxState } from './queries.ts'
import { WebhookSender } from './webhook-sender.ts'

export interface SandboxOptions {
  /** The address that the server listens on. */
  hostname: string
  /** The host in the address of a payment page. */
  pageHost: string
  port: number
  key: string
  /** Durations of a payout, of a forced outage and of a forced timeout. */
  payoutMs?: number
  downMs?: number
  silentMs?: number
}

export interface Sandbox {
  url: string
  /** The origin of the payment pages. */
  pageOrigin: string
  port: number
  /** Requests are answered with 503 until this is called. */
  attachDatabase(autocommitDb: AutocommitDb): void
  stop(): Promise<void>
}

const RequestSchema = z.object({
  reference: z.string().min(1).max(100),
  currency: z.enum(FIAT_CURRENCIES),
  amount: z.string().regex(/^\d+(\.\d+)?$/),
  phoneNumber: z.string().optional(),
  accountNumber: z.string().optional(),
  webhookUrl: z.string().optional(),
  returnUrl: z.string().optional(),
})

const COLLECTION_MS = 30 * MINUTE_MS

/** Starts a payment provider for development and tests: an HTTP server with real timeouts, failures and webhooks. */
export function startSandbox(options: SandboxOptions): Sandbox {
  let handler: SandboxHandler | undefined
  const serve = (port: number): Server<undefined> =>
    Bun.serve({
      hostname: options.hostname,
      port,
      idleTimeout: 60,
      fetch: (request) => (handler ? handler.handle(request, pageOrigin) : new Response('', { status: 503 })),
    })
  const server = serveOnFreePort(serve, options.port)
  const pageOrigin = `http://${options.pageHost}:${server.port}`
  return {
    url: server.url.origin,
    pageOrigin,
    port: server.port!,
    attachDatabase: (autocommitDb) => {
      handler = new SandboxHandler(options, autocommitDb)
    },
    stop: async () => {
      handler?.stop()
      await server.stop(true)
    },
  }
}

/** Takes another port if another process has the configured one; both share the database. */
function serveOnFreePort(serve: (port: number) => Server<undefined>, port: number): Server<undefined> {
  try {
    return serve(port)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    return serve(0)
  }
}

class SandboxHandler {
  readonly #options: Required<SandboxOptions> & { autocommitDb: AutocommitDb }
  readonly #sender: WebhookSender

  constructor(options: SandboxOptions, autocommitDb: AutocommitDb) {
    this.#options = { payoutMs: 300, downMs: 2_000, silentMs: 30_000, ...options, autocommitDb }
    this.#sender = new WebhookSender(options.key)
  }

  stop(): void {
    this.#sender.stop()
  }

  async handle(request: Request, origin: string): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const [, area = '', word = '', subpath = ''] = pathname.split('/')
    if (area === 'pay') return this.#page(request, word, subpath)
    if (area !== 'v1' || !this.#isAuthorized(request))
      return new Response('', { status: area === 'v1' ? 401 : 404 })
    if (word === 'rates') {
      const currency = searchParams.get('currency') as FiatCurrency
      return FIAT_CURRENCIES.includes(currency)
        ? Response.json({ currency, ...sandboxRates(currency) })
        : new Response('', { status: 404 })
    }
    const kind = word === 'collections' ? 'COLLECTION' : word === 'payouts' ? 'PAYOUT' : undefined
    if (!kind) return new Response('', { status: 404 })
    const reference = decodeURIComponent(subpath)
    if (request.method === 'POST' && !reference) return this.#create(request, kind, origin)
    const row = await findSandboxRow(this.#options.autocommitDb, { reference })
    if (!row || row.kind !== kind) return new Response('', { status: 404 })
    if (row.state === 'DOWN') return new Response('', { status: this.#isDown(row) ? 503 : 404 })
    const action = pathname.split('/')[4]
    if (request.method === 'POST' && action === 'cancel')
      await this.#changeState(row, 'AWAITING_PAYMENT', 'CANCELLED')
    if (request.method === 'POST' && action === 'refund') await this.#changeState(row, 'SETTLED', 'REFUNDED')
    return this.#describe((await findSandboxRow(this.#options.autocommitDb, { reference }))!, origin)
  }

  #isAuthorized(request: Request): boolean {
    const given = request.headers.get('authorization') ?? ''
    return constantTimeEqual(sha256(given), sha256(`Bearer ${this.#options.key}`))
  }

  async #create(request: Request, kind: SandboxRow['kind'], origin: string): Promise<Response> {
    const parsed = RequestSchema.safeParse(await request.json().catch(() => undefined))
    if (!parsed.success) return new Response('', { status: 400 })
    const wanted = parsed.data
    const outcome = forcedOutcome(wanted)
    if (outcome === 'REFUSED') return new Response('', { status: 422 })
    const createdAt = now()
    const initialState = kind === 'COLLECTION' ? 'AWAITING_PAYMENT' : 'SENT'
    const row = await insertSandboxRow(this.#options.autocommitDb, {
      id: newId(),
      reference: wanted.reference,
      kind,
      currency: wanted.currency,
      amount: wanted.amount,
      received: null,
      state: outcome === 'DOWN' ? 'DOWN' : initialState,
      outcome,
      webhookUrl: wanted.webhookUrl ?? null,
      returnUrl: wanted.returnUrl ?? null,
      createdAt,
      expiresAt: addMs(createdAt, outcome === 'EXPIRES' ? 0 : COLLECTION_MS),
    })
    const known = row ?? (await findSandboxRow(this.#options.autocommitDb, { reference: wanted.reference }))!
    if (known.state === 'DOWN') {
      if (this.#isDown(known)) return new Response('', { status: 503 })
      await this.#changeState(known, 'DOWN', initialState)
      known.state = initialState
    }
    if (kind === 'PAYOUT' && (row || known.outcome === 'DOWN'))
      this.#sender.send(known, this.#options.payoutMs + 20)
    if (row && outcome === 'TIMES_OUT') await this.#delayResponse(request)
    return this.#describe(known, origin)
  }

  #isDown({ createdAt }: SandboxRow): boolean {
    return now().getTime() - createdAt.getTime() < this.#options.downMs
  }

  async #delayResponse(request: Request): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.#options.silentMs)
      request.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  async #page(request: Request, id: string, subpath: string): Promise<Response> {
    const row = isId(id) ? await findSandboxRow(this.#options.autocommitDb, { id }) : undefined
    if (row?.kind !== 'COLLECTION' || row.state === 'DOWN') return notFoundPage()
    if (request.method !== 'POST') return paymentPage(row, this.#stateOf(row))
    if (this.#stateOf(row) === 'AWAITING_PAYMENT') {
      const fails = subpath === 'declined' || row.outcome === 'FAILS'
      if (fails) await this.#changeState(row, 'AWAITING_PAYMENT', 'FAILED')
      else if (subpath === 'paid')
        await this.#changeState(row, 'AWAITING_PAYMENT', 'SETTLED', receivedAmount(row))
    }
    return new Response(null, { status: 303, headers: { location: `/pay/${row.id}` } })
  }

  async #changeState(row: SandboxRow, from: string, to: string, received?: string): Promise<void> {
    const change = { id: row.id, from, to, ...(received === undefined ? {} : { received }) }
    if ((await updateSandboxState(this.#options.autocommitDb, change)) && from !== 'DOWN')
      this.#sender.send(row, 0)
  }

  #stateOf({ kind, state, outcome, createdAt, expiresAt }: SandboxRow): string {
    if (kind === 'COLLECTION') return state === 'AWAITING_PAYMENT' && expiresAt <= now() ? 'EXPIRED' : state
    if (now().getTime() - createdAt.getTime() < this.#options.payoutMs) return state
    return outcome === 'FAILS' ? 'FAILED' : 'COMPLETED'
  }

  #describe(row: SandboxRow, origin: string): Response {
    return Response.json({
      id: row.id,
      reference: row.reference,
      state: this.#stateOf(row),
      amount: row.amount,
      received: row.received,
      expiresAt: row.expiresAt.toISOString(),
      ...(row.kind === 'COLLECTION'
        ? {
            paymentUrl: `${origin}/pay/${row.id}`,
            accountDetails: {
              bankName: 'Sandbox Bank',
              accountName: 'Lyceum Sandbox',
              accountNumber: String(BigInt(`0x${row.id.replaceAll('-', '').slice(-8)}`)).padStart(10, '0'),
            },
          }
        : {}),
    })
  }
}

/** Returns 90 % of the amount if the outcome WRONG_AMOUNT is forced. */
function receivedAmount({ amount, currency, outcome }: SandboxRow): string {
  if (outcome !== 'WRONG_AMOUNT') return amount
  const units = parseDecimal(amount, DECIMALS[currency as FiatCurrency])!
  return formatAmount((units * 9n) / 10n, currency as FiatCurrency)
}
