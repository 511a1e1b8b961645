import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESCROW_CHECKS } from '../src/modules/admin/escrow-checks.ts'
import { auditLedger } from '../src/modules/ledger/public/audit-ledger.ts'
import { settleRewardsJob } from '../src/modules/settlement/settle-rewards.ts'
import { Database } from '../src/platform/db/database.ts'
import { readStateFile } from '../src/platform/embedded/data-folder.ts'
import { databaseUrl } from '../src/platform/embedded/postgres/wait-until-ready.ts'
import { reactionTable } from '../src/platform/transaction/reactions.ts'
import { createWrite } from '../src/platform/transaction/write.ts'
import { startTestIssuer, type TestIssuer } from './harness/external-services/oidc-issuer.ts'
import {
  findMarkedWordsInDatabase,
  findMarkedWordsInFiles,
  findMarkedWordsInText,
} from './harness/personal-data/find-marked-words.ts'
import {
  createMarkedUser,
  createPendingWork,
  type MarkedUser,
  type PendingWork,
} from './harness/personal-data/marked-user.ts'
import { countRowsOf, EXPORTED, NOT_EXPORTED } from './harness/personal-data/personal-tables.ts'
import { type ServiceProcess, spawnService } from './harness/processes/service-process.ts'
import { waitUntil } from './harness/wait-until.ts'

setDefaultTimeout(110_000)

/** Somebody who has done everything takes all of it along, and leaves nothing. Each step builds on the last. */

/** What may still be found afterwards, and why. */
const REMAINING = [
  // The letter that says goodbye. Without a mail server it is read here; with one it is deleted when it is sent.
  'public.outgoing_mail.recipient: email',
  // What a public chain tells of an address has effect once; without the address it could be told again.
  'public.applied_contract_event.user_address: linkedWallet',
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
let user: MarkedUser
let pendingWork: PendingWork

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
  user = await createMarkedUser(service, issuer)
})
afterAll(async () => {
  await database?.close()
  await service?.kill('SIGTERM')
  await issuer?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20 })
})

const everything = () => ({ ...user.markedWords, ...Object.fromEntries(user.secrets.entries()) })
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
    await waitUntil(async () => {
      const { status, body } = await get('/user/export', user.accessToken)
      expect(status).toBe(200)
      data = body.data
      text = JSON.stringify(data)
      missing = Object.keys(user.markedWords).filter(
        (what) => !findMarkedWordsInText(text, user.markedWords).includes(what),
      )
      return missing.length === 1
    }, 60).catch(() => {})
    // What a file holds is behind the link that is in the document.
    expect(missing).toEqual(['fileContent'])
    const { path } = data.capstones.flatMap(({ files }: { files: { path: string }[] }) => files)[0]
    expect(await (await fetch(service.url + path)).text()).toContain(user.markedWords.fileContent!)
    for (const secret of user.secrets) expect(text).not.toContain(secret)
  })

  test('has as many things as there are rows, in every table that knows a user', async () => {
    await createWrite(database, reactionTable([]), () => {})(async (tx) => tx.enqueue(settleRewardsJob, {}))
    let rows: Record<string, number> = {}
    const count = (from: (name: string) => number) =>
      Object.fromEntries(Object.keys(EXPORTED).map((name) => [name, from(name)]))
    const inDocument = () => count((name) => EXPORTED[name]!(data))
    const inTables = () => count((name) => rows[name] ?? 0)
    // What the chain tells goes on arriving for a moment.
    await waitUntil(async () => {
      rows = await countRowsOf(database, user.id)
      data = (await get('/user/export', user.accessToken)).body.data
      return 'settlement_line' in rows && Bun.deepEquals(inDocument(), inTables())
    }, 30).catch(() => {})
    expect(inDocument()).toEqual(inTables())
    const unknown = Object.keys(rows).filter((name) => !(name in EXPORTED) && !(name in NOT_EXPORTED))
    // A new table gets a line in test/harness/personal-data/personal-tables.ts, and a part in the document.
    expect(unknown).toEqual([])
    const empty = Object.keys(EXPORTED).filter((name) => !rows[name])
    expect(empty).toEqual(['battle_rating', 'leaderboard_hidden_user', 'referral_rejection'])
  })
})

describe('whoever deletes their account', () => {
  test('is gone at once, with things still under way', async () => {
    expect([filesIn('avatars').length, filesIn('submissions').length]).toEqual([1, 1])
    const { accessToken: token, password } = user
    // PostgreSQL would quote the row in its log.
    const again = database.query`insert into social_identity select * from social_identity where user_id = ${user.id}`
    await expect(again).rejects.toThrow('duplicate key')
    await database.transaction(async ({ statement }) => {
      // Nothing is signed meanwhile, so that a mint and a sale are under way for as long as this takes.
      await statement`lock table chain_attempt in exclusive mode`
      pendingWork = await createPendingWork(service, user)
      const response = await service.call('DELETE /user/account', { token, body: { password } })
      expect(response.status).toBe(200)
      const states = await statement`
        select (select status from certificate where number = ${pendingWork.certificateNumber}) as certificate,
          (select status from payment_order where id = ${pendingWork.sellOrderId}) as sale,
          (select recipient is not null from payment_order where id = ${pendingWork.sellOrderId}) as "hasContact"`
      // Who is to be paid is known until they are.
      expect(states).toEqual([{ certificate: 'MINTING', sale: 'PROCESSING', hasContact: true }])
    }, 60_000)
    expect((await get('/user/profile', token)).status).toBe(401)
  })

  test('has back the stake of a battle that did not begin', async () => {
    const rows = await database.query<{ stake: bigint; state: string }>`
      select room.stake, room.state from battle_entry entry join battle_room room on room.id = entry.room_id
      where entry.user_id = ${user.id} and room.stake > 0`
    expect(rows).toEqual([{ stake: BigInt(pendingWork.stake), state: 'CANCELLED' }])
    const reserved =
      await database.query`select 1 from ledger_balance where account like 'battle:%' and balance > 0`
    expect(reserved).toEqual([])
  })

  test('pays for nothing that was not paid, and is paid what was under way', async () => {
    const statusOf = async (orderId: string) => {
      const [row] = await database.query<{ status: string; contact: unknown; details: unknown }>`
        select status, recipient as contact, account_details as details from payment_order where id = ${orderId}`
      return row!
    }
    expect(await statusOf(pendingWork.unpaidOrderId)).toEqual({
      status: 'CANCELLED',
      contact: null,
      details: null,
    })
    await waitUntil(async () => (await statusOf(pendingWork.sellOrderId)).status === 'COMPLETED', 90)
    expect((await statusOf(pendingWork.sellOrderId)).contact).toBeNull()
  })

  test('has certificates that anybody can verify, and that name nobody', async () => {
    for (const number of [user.certificateNumber, pendingWork.certificateNumber]) {
      await waitUntil(
        async () => (await get(`/certificates/verify/${number}`)).body.data.onChain?.exists === true,
        90,
      )
      const { data } = (await get(`/certificates/verify/${number}`)).body
      expect(data).toMatchObject({ valid: true, status: 'MINTED', studentName: null })
      const page = await fetch(`${service.url}/certificates/${number}`, { headers: { accept: 'text/html' } })
      expect([page.status, findMarkedWordsInText(await page.text(), user.markedWords)]).toEqual([200, []])
    }
  })

  test('takes no place in a contest that is still live', async () => {
    const board = await get(`/user/contests/${user.contestId}/leaderboard`, user.friend.accessToken)
    expect([board.status, JSON.stringify(board.body).includes(user.id)]).toEqual([200, false])
  })

  test('leaves no word in any table, file or line of the log, and the books close', async () => {
    const left = async () =>
      (await findMarkedWordsInDatabase(database, everything())).filter((one) => !REMAINING.includes(one))
    // Jobs delete the files, and what the queue remembers.
    await waitUntil(async () => filesIn('avatars').length + filesIn('submissions').length === 0, 60)
    let found: string[] = []
    await waitUntil(async () => {
      found = await left()
      return found.length === 0
    }, 90).catch(() => {})
    expect(found).toEqual([])
    expect(findMarkedWordsInFiles(dataDir, everything(), CLUSTER)).toEqual([])
    expect(findMarkedWordsInText(service.output(), everything())).toEqual([])
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
        app_user_id: user.id,
        product_id: 'premium_monthly',
        subscriber_attributes: { $email: { value: user.email } },
      },
    }
    const headers = { authorization: 'Bearer dev-revenuecat-key' }
    expect((await service.call('POST /webhooks/revenuecat', { body, headers })).status).toBe(200)
    await waitUntil(async () => {
      const [row] = await database.query<{ state: string; body: unknown }>`
        select state, body from webhook_event where event_id = ${body.event.id}`
      return row!.state === 'IGNORED' && row!.body === null
    }, 60)
    expect(await database.query`select 1 from subscription_event where subscriber = ${user.id}`).toEqual([])
  })

  test('breaks nothing of anybody else', async () => {
    const { friend, inviter } = user
    const history = await get('/quiz-battles/history', friend.accessToken)
    expect(history.body.data[0].opponent).toMatchObject({ username: 'somebody', isBot: false })
    const inbox = await get('/notifications?type=BATTLE_RESULT', friend.accessToken)
    expect(inbox.body.data.map(({ body }: { body: string }) => body)).toEqual(['You beat somebody.'])
    const stats = await get('/referral/stats', inviter.accessToken)
    expect([stats.status, findMarkedWordsInText(JSON.stringify(stats.body), user.markedWords)]).toEqual([
      200,
      [],
    ])
    for (const path of ['/leaderboard/weekly', '/leaderboard/all-time'])
      expect([path, (await get(path)).status]).toEqual([path, 200])
    expect(JSON.stringify((await get('/leaderboard/all-time')).body)).not.toContain(user.id)
    const exported = await get('/user/export', friend.accessToken)
    expect([exported.status, findMarkedWordsInText(JSON.stringify(exported.body), user.markedWords)]).toEqual(
      [200, []],
    )
  })
})
