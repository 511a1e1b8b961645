import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { insertEvents } from '../src/modules/webhooks/queue/queries.ts'
import type { AutocommitDb } from '../src/platform/db/database.ts'
import { makeLearners } from './complete-lesson/learners.ts'
import type { BenchEnvironment, Benchmark, Implementation, Prepared } from './runner/benchmark.ts'
import { lyceumImplementation } from './runner/lyceum-implementation.ts'
import { explain } from './runner/query-plans.ts'
import type { Request } from './runner/request.ts'
import { startProcess } from './runner/start-process.ts'

const SECRET = 'dev-contract-webhook-secret'
const EVENTS = 10_000
/** Every third event is a duplicate. */
const ONE_IN = 3
const TIMEOUT_SECONDS = 120
const USERS = 1_000
const XP = 50

const bareReceiver: Implementation = {
  name: 'bare',
  title: 'bare Bun.serve: HMAC and a row',
  start: ({ database }) =>
    startProcess({
      command: [process.execPath, 'server.ts'],
      folder: join(import.meta.dir, 'peers/webhook'),
      environment: {
        NODE_ENV: 'production',
        DATABASE_URL: database.url,
        CONTRACT_WEBHOOK_SECRET: SECRET,
      },
      readyPath: '/health/ready',
    }),
  versions: async () => ({ bun: Bun.version }),
}

/**
 * Events arrive in bursts, and each must be stored before it is acknowledged. They are applied in the
 * background.
 */
export const webhooks: Benchmark = {
  name: 'webhooks',
  summary: `POST /api/v2/webhook/contract-events, ${EVENTS} signed events a burst, a third of them sent before`,
  implementations: [lyceumImplementation, bareReceiver],
  goals: [
    {
      title: 'throughput',
      figure: 'requestsPerSecond',
      contestant: 'lyceum',
      against: 'bare',
      atLeast: 0.85,
    },
  ],
  // A burst takes a second, so it is sensitive to noise.
  rounds: 9,
  prepare,
  shape: (response) => response,
}

async function prepare(environment: BenchEnvironment): Promise<Prepared> {
  const { sql } = environment.database
  const lyceum = await lyceumImplementation.start(environment)
  const addresses = await linkAddresses(sql, await makeLearners(sql, 'webhook', USERS))
  let sent: string[] = []
  return {
    isOnce: true,
    alreadyRunning: new Map([['lyceum', lyceum]]),
    requests: async () => {
      await sql`analyze`
      const requests = signEvents(addresses)
      sent = requests.map(({ headers }) => headers['x-event-id']!)
      return requests
    },
    backgroundLoad: (name) => ({
      [Symbol.asyncDispose]: async () => {
        if (name === 'lyceum') await waitUntilApplied(sql, new Set(sent))
      },
    }),
    plans: () =>
      explain(sql, (db) =>
        insertEvents(
          db as unknown as AutocommitDb,
          Array.from({ length: 32 }, () => ({
            id: Bun.randomUUIDv7() as never,
            source: 'contract-events',
            eventId: crypto.randomUUID(),
            body: Buffer.from(bodyOf(addresses[0]!)),
            bodyDigest: randomBytes(32),
            now: new Date(),
          })),
        ),
      ),
  }
}

/** One user for each event. */
async function linkAddresses(sql: Bun.SQL, userIds: string[]): Promise<string[]> {
  const rows = userIds.map((id) => ({ id, address: `0x${randomBytes(20).toString('hex')}` }))
  await sql`
    insert into linked_wallet (address, user_id, linked_at)
    select address, id, now() from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, address text)`
  return rows.map(({ address }) => address)
}

/** Signed now, because a signature is valid only for minutes. */
function signEvents(addresses: string[]): Request[] {
  const requests: Request[] = []
  for (let index = 0; index < EVENTS; index++) {
    const isRepeated = index % ONE_IN === ONE_IN - 1
    requests.push(isRepeated ? requests[index - 2]! : signEvent(addresses[index % addresses.length]!))
  }
  return requests
}

function signEvent(address: string): Request {
  const body = bodyOf(address)
  return {
    method: 'POST',
    path: '/api/v2/webhook/contract-events',
    headers: {
      'Content-Type': 'application/json',
      'x-event-id': crypto.randomUUID(),
      'x-webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'x-webhook-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
    },
    body,
  }
}

function bodyOf(userAddress: string): string {
  return JSON.stringify({
    eventType: 'XP_REWARDED',
    contractAddress: `0x${'11'.repeat(20)}`,
    transactionHash: `0x${randomBytes(32).toString('hex')}`,
    blockNumber: 123,
    logIndex: 7,
    data: { userAddress, amount: `${XP}${'0'.repeat(18)}` },
  })
}

/** The burst ends when all its events are processed; the next one waits until then. */
async function waitUntilApplied(sql: Bun.SQL, eventIds: Set<string>) {
  const deadline = Date.now() + TIMEOUT_SECONDS * 1000
  while (Date.now() < deadline) {
    const [row] = await sql`select count(*)::integer as pending from webhook_event where state = 'PENDING'`
    if (row.pending === 0) break
    await Bun.sleep(200)
  }
  const rows: { id: string; state: string }[] = await sql`
    select event_id as id, state from webhook_event where received_at > now() - interval '10 minutes'`
  const stored = rows.filter(({ id }) => eventIds.has(id))
  const undone = stored.filter(({ state }) => state !== 'APPLIED')
  if (undone.length > 0) throw new Error(`${undone.length} events were not applied`)
  const [books] = await sql`
    select (select count(*) from webhook_event where state = 'APPLIED')::integer * ${XP} as expected,
      (select coalesce(sum(amount), 0) from ledger_entry join linked_wallet on account = 'user:' || user_id
        where asset = 'XP')::integer as paid`
  if (books.expected !== books.paid)
    throw new Error(`${books.expected} XP were expected, and ${books.paid} credited`)
  console.error(`lyceum: ${stored.length} different events of the burst are applied, each once`)
}
