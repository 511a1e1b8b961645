import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { serveModule } from '../../../test/harness/module-server.ts'
import { insertUser } from '../../../test/harness/users.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { defineFact, type Fact } from '../../platform/events.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { reactionTable, when } from '../../platform/reactions.ts'
import type { Tx } from '../../platform/tx.ts'
import { createWrite, type Write } from '../../platform/write.ts'
import { getTotals } from '../rewards/ledger/get-totals.ts'
import { walletLinked } from '../wallet/events.ts'
import { contractSource } from './contracts/contract-source.ts'
import { signatureOf } from './contracts/verify-signature.ts'
import { applyEvents, sourcesByName } from './inbox/apply-events.ts'
import type { InboxEventId, InboxSource, WebhookSources } from './inbox/source.ts'
import { takeUpWaiting } from './inbox/take-up-waiting.ts'
import { revenueCatSource } from './revenuecat-source.ts'
import { webhookRoutes } from './routes.ts'

export interface Sent {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what the tests are about.
  body: any
}

export interface SendOptions {
  eventId?: string
  timestamp?: string
  secret?: string
  /** Instead of the right ones; null leaves one out. */
  headers?: Record<string, string | null>
  /** Instead of what the event makes. */
  rawBody?: string | Uint8Array<ArrayBuffer>
}

interface InboxRow {
  id: InboxEventId
  eventId: string
  state: string
  note: string
  attempts: number
}

export interface WebhookBed {
  test: TestDatabase
  config: Config
  db: Db
  write: Write
  platform: Platform
  sources: WebhookSources
  url: string
  /** What was told by transactions that committed. */
  told: Fact[]
  addUser(): Promise<UserId>
  /** Gives an address to a user, as linking a wallet does, and says by which transaction. */
  link(userId: UserId, address: string): Promise<string>
  addSettlement(transactionHash: string): Promise<void>
  /** Signs an event and sends it. */
  send(event: object, options?: SendOptions): Promise<Sent>
  apply(): Promise<void>
  totals(userId: UserId): Promise<{ totalXP: number; totalGems: number }>
  /** The inbox as it is, oldest first. */
  inbox(): Promise<InboxRow[]>
  stop(): Promise<void>
}

interface BedOptions {
  environment?: Record<string, string>
  payments?: InboxSource[]
  limits?: boolean
}

export async function openWebhookBed(options: BedOptions = {}): Promise<WebhookBed> {
  const test = await createTestDatabase()
  const db = test.database.query
  const config = readConfig({ LYCEUM_ENV: 'test', PORT: '0', ...options.environment })
  const told: Fact[] = []
  const note = async (tx: Tx, fact: Fact) => void tx.afterCommit(() => told.push(fact))
  const noted = (name: string) => when(defineFact(name as `${string}.${string}`), { now: [note] })
  const write = createWrite(
    test.database,
    reactionTable([
      when(walletLinked, { now: [takeUpWaiting] }),
      ...['certificate_minted', 'badge_minted', 'token_transferred', 'settlement_confirmed'].map((name) =>
        noted(`webhooks.${name}`),
      ),
      noted('subscriptions.subscription_changed'),
    ]),
    () => {},
  )
  const platform = { config, database: test.database, db, quick: db, stale: db, write } as unknown as Platform
  const sources: WebhookSources = {
    contracts: contractSource(config.webhooks),
    revenueCat: revenueCatSource(config.webhooks.revenueCatKey, {
      isKnownUser: async (on, id) => (await on`select from user_account where id = ${id}`).length > 0,
      takesSandbox: !config.production,
    }),
    payments: options.payments ?? [],
  }
  const server = serveModule({
    config,
    db,
    endpoints: webhookRoutes(platform, sources),
    hasLimits: options.limits ?? false,
  })
  const bed: WebhookBed = {
    test,
    config,
    db,
    write,
    platform,
    sources,
    url: `${server.url}/api/v2`,
    told,
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
    send: (event, sending) => send(bed, event, sending),
    apply: () => applyEvents(platform, sourcesByName(sources)),
    totals: (userId) => getTotals(db, userId),
    inbox: async () => [
      ...(await db<InboxRow>`select id, event_id as "eventId", state, note, attempts from inbox_event order by id`),
    ],
    stop: async () => {
      await server.stop()
      await test.drop()
    },
  }
  return bed
}

async function send(bed: WebhookBed, event: object, options: SendOptions = {}): Promise<Sent> {
  const rawBody = options.rawBody ?? JSON.stringify(event)
  const signed = signedHeaders(bed.config, Buffer.from(rawBody), options)
  const headers = new Headers({ 'content-type': 'application/json', ...signed })
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const response = await fetch(`${bed.url}/webhook/contract-events`, {
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

/** An event of 50 XP to an address, unless more is said. */
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
