import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { walletLinked } from '../../events/wallet.ts'
import { now } from '../../platform/clock.ts'
import { type Config, readConfig } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { on, reactionTable } from '../../platform/transaction/reactions.ts'
import { createWrite, type Write } from '../../platform/transaction/write.ts'
import { getTotals } from '../ledger/public/get-totals.ts'
import type { ReceiptSource } from './contracts/confirm-contract-events.ts'
import { contractSource } from './contracts/contract-source.ts'
import { signatureOf } from './contracts/verify-signature.ts'
import { processDueEvents, sourcesByName } from './queue/process-events.ts'
import { retryUnmatchedEvents } from './queue/retry-unmatched-events.ts'
import { revenueCatSource } from './revenuecat-source.ts'
import { webhookRoutes } from './routes.ts'
import type { WebhookEventId, WebhookSource, WebhookSources } from './webhook-source.ts'

export interface SendResult {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests assert the shape of responses.
  body: any
}

export interface SendOptions {
  eventId?: string
  timestamp?: string
  secret?: string
  /** Overrides headers; null removes one. */
  headers?: Record<string, string | null>
  /** Replaces the serialized event. */
  rawBody?: string | Uint8Array<ArrayBuffer>
}

interface WebhookEventRow {
  id: WebhookEventId
  eventId: string
  state: string
  note: string
  attempts: number
}

export interface WebhookFixture {
  test: TestDatabase
  config: Config
  db: Db
  write: Write
  platform: Platform
  sources: WebhookSources
  url: string
  addUser(): Promise<UserId>
  /** Links an address to a user and returns the id of the transaction. */
  link(userId: UserId, address: string): Promise<string>
  addSettlement(transactionHash: string): Promise<void>
  send(event: object, options?: SendOptions): Promise<SendResult>
  apply(): Promise<void>
  totals(userId: UserId): Promise<{ totalXP: number; totalGems: number }>
  /** All stored events, the oldest first. */
  storedEvents(): Promise<WebhookEventRow[]>
  stop(): Promise<void>
}

interface FixtureOptions {
  environment?: Record<string, string>
  payments?: WebhookSource[]
  limits?: boolean
  /** The addresses of our contracts; without them events of every contract count. */
  addresses?: string[]
  /** Confirms contract events; without it a signature is enough. */
  receipts?: ReceiptSource
}

export async function createWebhookFixture(options: FixtureOptions = {}): Promise<WebhookFixture> {
  const test = await createTestDatabase()
  const db = test.database.query
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', ...options.environment })
  const write = createWrite(
    test.database,
    reactionTable([on(walletLinked, { inTransaction: [retryUnmatchedEvents] })]),
    () => {},
  )
  const platform = {
    config,
    database: test.database,
    db,
    autocommitDb: test.database.autocommit,
    pipelinedDb: db,
    replicaDb: db,
    write,
  } as unknown as Platform
  const sources: WebhookSources = {
    contracts: contractSource(config.webhooks, {
      listAddresses: () => options.addresses ?? [],
      receipts: options.receipts,
    }),
    revenueCat: revenueCatSource(config.webhooks.revenueCatKey, {
      acceptsSandbox: !config.production,
    }),
    payments: options.payments ?? [],
  }
  const server = serveModule({
    config,
    autocommitDb: platform.autocommitDb,
    write: platform.write,
    endpoints: webhookRoutes(platform, sources),
    hasLimits: options.limits ?? false,
  })
  const fixture: WebhookFixture = {
    test,
    config,
    db,
    write,
    platform,
    sources,
    url: `${server.url}/api/v2`,
    addUser: () => insertUser(db),
    link: (userId, address) =>
      write(async (tx) => {
        await tx`insert into linked_wallet (address, user_id, linked_at) values (${address}, ${userId}, now())`
        tx.emit(walletLinked({ userId, address: address as `0x${string}`, at: new Date().toISOString() }))
        const [row] = await tx<{ number: string }>`select pg_current_xact_id()::text as number`
        return row!.number
      }),
    addSettlement: async (hash) => {
      await db`
        insert into settlement_batch (id, asset, direction, status, created_at, ended_at, transaction_hash, block_number)
        values (${newId()}, 'XP', 'MINT', 'CONFIRMED', now(), now(), ${hash}, 1)`
    },
    send: (event, sending) => send(fixture, event, sending),
    apply: () => processDueEvents({ ...platform, clock: now }, sourcesByName(sources)),
    totals: (userId) => getTotals(db, userId),
    storedEvents: async () => [
      ...(await db<WebhookEventRow>`select id, event_id as "eventId", state, outcome_note as note, attempts from webhook_event order by id`),
    ],
    stop: async () => {
      await server.stop()
      await test.drop()
    },
  }
  return fixture
}

async function send(fixture: WebhookFixture, event: object, options: SendOptions = {}): Promise<SendResult> {
  const rawBody = options.rawBody ?? JSON.stringify(event)
  const signed = signedHeaders(fixture.config, Buffer.from(rawBody), options)
  const headers = new Headers({ 'content-type': 'application/json', ...signed })
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const response = await fetch(`${fixture.url}/webhook/contract-events`, {
    method: 'POST',
    headers,
    body: rawBody,
  })
  return { status: response.status, body: await response.json() }
}

export function signedHeaders(
  config: Config,
  rawBody: Uint8Array,
  { eventId = crypto.randomUUID(), timestamp = unixNow(), secret }: SendOptions = {},
): Record<string, string> {
  const rules = { ...config.webhooks, ...(secret ? { contractSecrets: [secret] } : {}) }
  return {
    'x-event-id': eventId,
    'x-webhook-timestamp': timestamp,
    'x-webhook-signature': signatureOf(rules, { eventId, timestamp, rawBody }),
  }
}

export function unixNow(offsetSeconds = 0): string {
  return String(Math.floor(Date.now() / 1000) + offsetSeconds)
}

export function newAddress(): string {
  return `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString('hex')}`
}

export function newHash(): string {
  return `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
}

export function points(whole: number): string {
  return `${whole}${'0'.repeat(18)}`
}

/** Builds an event that rewards an address with 50 XP, with the given changes. */
export function rewardEvent(
  userAddress: string,
  { data, ...others }: Record<string, unknown> & { data?: object } = {},
): object {
  return {
    eventType: 'XP_REWARDED',
    contractAddress: '0x1111111111111111111111111111111111111111',
    transactionHash: newHash(),
    blockNumber: 123,
    ...others,
    data: { userAddress, amount: points(50), ...data },
  }
}
