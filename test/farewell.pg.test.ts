import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESCROW_CHECKS } from '../src/app/compose/escrow-checks.ts'
import { auditLedger } from '../src/modules/rewards/audit/audit-ledger.ts'
import { settleRewardsJob } from '../src/modules/settlement/settle-rewards.ts'
import { Database } from '../src/platform/db/database.ts'
import { readStateFile } from '../src/platform/embedded/data-folder.ts'
import { databaseUrl } from '../src/platform/embedded/postgres-ready.ts'
import { reactionTable } from '../src/platform/reactions.ts'
import { createWrite } from '../src/platform/write.ts'
import { startTestIssuer, type TestIssuer } from './harness/outside/issuer.ts'
import {
  createMarkedLearner,
  leaveThingsOpen,
  type MarkedLearner,
  type OpenThings,
} from './harness/personal/marked-learner.ts'
import { countRowsOf, EXPORTED, NOT_EXPORTED } from './harness/personal/personal-tables.ts'
import { tracesInDatabase, tracesInFiles, tracesInText } from './harness/personal/traces.ts'
import { type ServiceProcess, spawnService } from './harness/processes/process.ts'
import { until } from './harness/until.ts'

setDefaultTimeout(110_000)

/** Somebody who has done everything takes all of it along, and leaves nothing. Each step builds on the last. */

/** What may still be found afterwards, and why. */
const STAYS = [
  // The letter that says goodbye. Without a mail server it is read here; with one it is deleted when it is sent.
  'public.outgoing_mail.recipient: email',
  // What a public chain tells of an address has effect once; without the address it could be told again.
  'public.contract_fact.user_address: linkedWallet',
  // For which zones the reminders of a day have gone out; nobody is named.
  'public.streak_reminder.zone: timeZone',
]
/**
 * The cluster's own files: a row that is deleted is in them until PostgreSQL has vacuumed its page and reused its log,
 * which is its own affair and happens by itself. Whoever can read them reads no row that is not there any more.
 */
const CLUSTER = ['postgres/']

const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'lyceum-leaver-')))
let issuer: TestIssuer
let service: ServiceProcess
let database: Database
let leaver: MarkedLearner
let open: OpenThings

beforeAll(async () => {
  issuer = await startTestIssuer()
  service = await spawnService({
    DATA_DIR: dataDir,
    DEMO_CONTENT: 'on',
    CHAIN: 'on',
    RATE_LIMITS: 'on',
    TRUST_PROXY_HOPS: '1',
    LOG_LEVEL: 'trace',
    ...issuer.settingsFor('google'),
  })
  const port = Number(readStateFile(dataDir, 'postgres.port'))
  database = new Database({
    url: databaseUrl(port, readStateFile(dataDir, 'postgres.password')!),
    poolSize: 3,
    statementTimeoutMs: 60_000,
    idleInTransactionTimeoutMs: 60_000,
  })
  leaver = await createMarkedLearner(service, issuer)
})
afterAll(async () => {
  await database?.close()
  await service?.kill('SIGTERM')
  await issuer?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
})

const everything = () => ({ ...leaver.told, ...Object.fromEntries(leaver.secrets.entries()) })
const filesIn = (name: string) => {
  const folder = join(dataDir, 'files', name)
  return existsSync(folder) ? readdirSync(folder) : []
}
const get = async (path: string, token?: string) => service.call(`GET ${path}`, { token })

describe('the document of all data', () => {
  // biome-ignore lint/suspicious/noExplicitAny: it has the shape of all modules.
  let data: any

  test('has every word that somebody told us or that was said of them, and no secret', async () => {
    let text = ''
    let missing: string[] = []
    // What others told of them is theirs when it is applied, which takes a moment.
    await until(async () => {
      const { status, body } = await get('/user/export', leaver.accessToken)
      expect(status).toBe(200)
      data = body.data
      text = JSON.stringify(data)
      missing = Object.keys(leaver.told).filter((what) => !tracesInText(text, leaver.told).includes(what))
      return missing.length === 1
    }, 60).catch(() => {})
    // What a file holds is behind the link that is in the document.
    expect(missing).toEqual(['fileContent'])
    const { path } = data.capstones.flatMap(({ files }: { files: { path: string }[] }) => files)[0]
    expect(await (await fetch(service.url + path)).text()).toContain(leaver.told.fileContent!)
    for (const secret of leaver.secrets) expect(text).not.toContain(secret)
  })

  test('has as many things as there are rows, in every table that knows a user', async () => {
    await createWrite(database, reactionTable([]), () => {})(async (tx) => tx.enqueue(settleRewardsJob, {}))
    let rows: Record<string, number> = {}
    const count = (from: (name: string) => number) =>
      Object.fromEntries(Object.keys(EXPORTED).map((name) => [name, from(name)]))
    const inDocument = () => count((name) => EXPORTED[name]!(data))
    const inTables = () => count((name) => rows[name] ?? 0)
    // What the chain tells goes on arriving for a moment.
    await until(async () => {
      rows = await countRowsOf(database, leaver.id)
      data = (await get('/user/export', leaver.accessToken)).body.data
      return 'settlement_line' in rows && Bun.deepEquals(inDocument(), inTables())
    }, 30).catch(() => {})
    expect(inDocument()).toEqual(inTables())
    const unknown = Object.keys(rows).filter((name) => !(name in EXPORTED) && !(name in NOT_EXPORTED))
    // A new table gets a line in test/harness/personal/personal-tables.ts, and a part in the document.
    expect(unknown).toEqual([])
    const empty = Object.keys(EXPORTED).filter((name) => !rows[name])
    expect(empty).toEqual(['battle_rating', 'leaderboard_absence', 'referral_refusal'])
  })
})

describe('whoever deletes their account', () => {
  test('is gone at once, with things still under way', async () => {
    expect([filesIn('avatars').length, filesIn('submissions').length]).toEqual([1, 1])
    const { accessToken: token, password } = leaver
    // PostgreSQL would quote the row in its log.
    const again = database.query`insert into social_identity select * from social_identity where user_id = ${leaver.id}`
    await expect(again).rejects.toThrow('duplicate key')
    await database.transaction(async ({ statement }) => {
      // Nothing is signed meanwhile, so that a mint and a sale are under way for as long as this takes.
      await statement`lock table chain_attempt in exclusive mode`
      open = await leaveThingsOpen(service, leaver)
      const answer = await service.call('DELETE /user/account', { token, body: { password } })
      expect(answer.status).toBe(200)
      const states = await statement`
        select (select status from certificate where number = ${open.certificateNumber}) as certificate,
          (select status from payment_order where id = ${open.sellOrderId}) as sale,
          (select contact is not null from payment_order where id = ${open.sellOrderId}) as "hasContact"`
      // Who is to be paid is known until they are.
      expect(states).toEqual([{ certificate: 'MINTING', sale: 'PROCESSING', hasContact: true }])
    }, 60_000)
    expect((await get('/user/profile', token)).status).toBe(401)
  })

  test('has back the stake of a battle that did not begin', async () => {
    const rows = await database.query<{ stake: bigint; state: string }>`
      select room.stake, room.state from battle_entry entry join battle_room room on room.id = entry.room_id
      where entry.user_id = ${leaver.id} and room.stake > 0`
    expect(rows).toEqual([{ stake: BigInt(open.stake), state: 'CANCELLED' }])
    const held =
      await database.query`select 1 from ledger_balance where account like 'battle:%' and balance > 0`
    expect(held).toEqual([])
  })

  test('pays for nothing that was not paid, and is paid what was under way', async () => {
    const statusOf = async (orderId: string) => {
      const [row] = await database.query<{ status: string; contact: unknown; details: unknown }>`
        select status, contact, account_details as details from payment_order where id = ${orderId}`
      return row!
    }
    expect(await statusOf(open.unpaidOrderId)).toEqual({ status: 'CANCELLED', contact: null, details: null })
    await until(async () => (await statusOf(open.sellOrderId)).status === 'COMPLETED', 90)
    expect((await statusOf(open.sellOrderId)).contact).toBeNull()
  })

  test('has certificates that anybody can verify, and that name nobody', async () => {
    for (const number of [leaver.certificateNumber, open.certificateNumber]) {
      await until(
        async () => (await get(`/certificates/verify/${number}`)).body.data.onChain?.exists === true,
        90,
      )
      const { data } = (await get(`/certificates/verify/${number}`)).body
      expect(data).toMatchObject({ valid: true, status: 'MINTED', studentName: null })
      const page = await fetch(`${service.url}/certificates/${number}`, { headers: { accept: 'text/html' } })
      expect([page.status, tracesInText(await page.text(), leaver.told)]).toEqual([200, []])
    }
  })

  test('takes no place in a contest that is still live', async () => {
    const board = await get(`/user/contests/${leaver.contestId}/leaderboard`, leaver.friend.accessToken)
    expect([board.status, JSON.stringify(board.body).includes(leaver.id)]).toEqual([200, false])
  })

  test('leaves no word in any table, file or line of the log, and the books close', async () => {
    const left = async () =>
      (await tracesInDatabase(database, everything())).filter((one) => !STAYS.includes(one))
    // Jobs delete the files, and what the queue remembers.
    await until(async () => filesIn('avatars').length + filesIn('submissions').length === 0, 60)
    let found: string[] = []
    await until(async () => {
      found = await left()
      return found.length === 0
    }, 90).catch(() => {})
    expect(found).toEqual([])
    expect(tracesInFiles(dataDir, everything(), CLUSTER)).toEqual([])
    expect(tracesInText(service.output(), everything())).toEqual([])
    const { ok, faults } = await auditLedger(database, ESCROW_CHECKS)
    expect([ok, faults]).toEqual([true, []])
    // What was under way for the leaver ended without an accident.
    expect(service.output()).not.toContain('"level":"error"')
  })

  test('is not brought back by what a store tells later', async () => {
    const body = {
      event: {
        id: crypto.randomUUID(),
        type: 'RENEWAL',
        event_timestamp_ms: Date.now(),
        app_user_id: leaver.id,
        product_id: 'premium_monthly',
        subscriber_attributes: { $email: { value: leaver.email } },
      },
    }
    const headers = { authorization: 'Bearer dev-revenuecat-key' }
    expect((await service.call('POST /webhooks/revenuecat', { body, headers })).status).toBe(200)
    await until(async () => {
      const [row] = await database.query<{ state: string; body: unknown }>`
        select state, body from inbox_event where event_id = ${body.event.id}`
      return row!.state === 'IGNORED' && row!.body === null
    }, 60)
    expect(await database.query`select 1 from subscription_event where subscriber = ${leaver.id}`).toEqual([])
  })

  test('breaks nothing of anybody else', async () => {
    const { friend, inviter } = leaver
    const history = await get('/quiz-battles/history', friend.accessToken)
    expect(history.body.data[0].opponent).toMatchObject({ username: 'somebody', isBot: false })
    const inbox = await get('/notifications?type=BATTLE_RESULT', friend.accessToken)
    expect(inbox.body.data.map(({ body }: { body: string }) => body)).toEqual(['You beat somebody.'])
    const stats = await get('/referral/stats', inviter.accessToken)
    expect([stats.status, tracesInText(JSON.stringify(stats.body), leaver.told)]).toEqual([200, []])
    for (const path of ['/leaderboard/weekly', '/leaderboard/all-time'])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    expect(JSON.stringify((await get('/leaderboard/all-time')).body)).not.toContain(leaver.id)
    const exported = await get('/user/export', friend.accessToken)
    expect([exported.status, tracesInText(JSON.stringify(exported.body), leaver.told)]).toEqual([200, []])
  })
})
