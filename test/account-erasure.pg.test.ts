import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ESCROW_CHECKS } from '../src/app/escrow-checks.ts'
import { auditLedger } from '../src/modules/ledger/public/audit-ledger.ts'
import { foldAnswersJob } from '../src/modules/mastery/jobs.ts'
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

/** A user who has used every feature exports all data and is erased. Each test builds on the previous one. */

/** Matches that are allowed after the erasure, with the reason. */
const REMAINING = [
  // The e-mail that confirms the erasure. Without a mail server it stays in the outbox; with one it is
  // deleted after sending.
  'public.outgoing_mail.recipient: email',
  // An event of a public chain is applied once. Without its address it could be applied again.
  'public.applied_contract_event.user_address: linkedWallet',
  // The time zones whose reminders were sent on a day, without a user.
  'public.streak_reminder.zone: laterTimeZone',
]
/**
 * The files of the cluster: they contain a deleted row until PostgreSQL vacuums the page and recycles the
 * WAL. The row cannot be queried any more.
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

describe('the export of personal data', () => {
  // biome-ignore lint/suspicious/noExplicitAny: it has the shape of all modules.
  let data: any

  test('the export contains every word that the user entered or that others wrote about the user, and no secret', async () => {
    let text = ''
    let missing: string[] = []
    // Webhook events are part of the export once they are applied, which takes a moment.
    await waitUntil(async () => {
      const { status, body } = await get('/user/export', user.accessToken)
      expect(status).toBe(200)
      data = body.data
      text = JSON.stringify(data)
      missing = Object.keys(user.markedWords).filter(
        (what) => !findMarkedWordsInText(text, user.markedWords).includes(what),
      )
      return missing.length === 1
    }).catch(() => {})
    // The content of a file is behind the link in the document.
    expect(missing).toEqual(['fileContent'])
    const { path } = data.capstones.flatMap(({ files }: { files: { path: string }[] }) => files)[0]
    expect(await (await fetch(service.url + path)).text()).toContain(user.markedWords.fileContent!)
    for (const secret of user.secrets) expect(text).not.toContain(secret)
  })

  test('the export has as many entries as there are rows, in every table with a reference to a user', async () => {
    await createWrite(database, reactionTable([]), () => {})(async (tx) => {
      tx.enqueue(settleRewardsJob, {})
      tx.enqueue(foldAnswersJob, {})
    })
    let rows: Record<string, number> = {}
    const count = (from: (name: string) => number) =>
      Object.fromEntries(Object.keys(EXPORTED).map((name) => [name, from(name)]))
    const inDocument = () => count((name) => EXPORTED[name]!(data))
    const inTables = () => count((name) => rows[name] ?? 0)
    // Chain events may still arrive for a moment, and a learner joins the league a moment after the first XP.
    await waitUntil(async () => {
      await get('/leagues/me', user.accessToken)
      rows = await countRowsOf(database, user.id)
      data = (await get('/user/export', user.accessToken)).body.data
      const isComplete = ['settlement_line', 'skill_mastery', 'league_member'].every((name) => name in rows)
      return isComplete && Bun.deepEquals(inDocument(), inTables())
    }).catch(() => {})
    expect(inDocument()).toEqual(inTables())
    const unknown = Object.keys(rows).filter((name) => !(name in EXPORTED) && !(name in NOT_EXPORTED))
    // A new table needs a line in test/harness/personal-data/personal-tables.ts and a part in the document.
    expect(unknown).toEqual([])
    const empty = Object.keys(EXPORTED).filter((name) => !rows[name])
    expect(empty).toEqual([
      'battle_rating',
      'contest_plan',
      'leaderboard_hidden_user',
      'medium',
      'referral_rejection',
    ])
  })
})

describe('the erasure of an account', () => {
  test('an account with pending operations is erased immediately', async () => {
    expect([filesIn('avatars').length, filesIn('submissions').length]).toEqual([1, 1])
    const { accessToken: token, password } = user
    // PostgreSQL would log the row.
    const again = database.query`insert into social_identity select * from social_identity where user_id = ${user.id}`
    await expect(again).rejects.toThrow('duplicate key')
    await database.transaction(async ({ statement }) => {
      // Nothing is signed during this test, so that a mint and a sale stay pending.
      await statement`lock table chain_attempt in exclusive mode`
      pendingWork = await createPendingWork(service, user)
      const response = await service.call('DELETE /user/account', { token, body: { password } })
      expect(response.status).toBe(200)
      const states = await statement`
        select (select status from certificate where number = ${pendingWork.certificateNumber}) as certificate,
          (select status from payment_order where id = ${pendingWork.sellOrderId}) as sale,
          (select recipient is not null from payment_order where id = ${pendingWork.sellOrderId}) as "hasContact"`
      // The recipient details stay until the payout is finished.
      expect(states).toEqual([{ certificate: 'MINTING', sale: 'PROCESSING', hasContact: true }])
    }, 60_000)
    expect((await get('/user/profile', token)).status).toBe(401)
  })

  test('an erased user gets back the stake of a battle that did not start', async () => {
    const rows = await database.query<{ stake: bigint; state: string }>`
      select room.stake, room.state from battle_entry entry join battle_room room on room.id = entry.room_id
      where entry.user_id = ${user.id} and room.stake > 0`
    expect(rows).toEqual([{ stake: BigInt(pendingWork.stake), state: 'CANCELLED' }])
    const reserved =
      await database.query`select 1 from ledger_balance where account like 'battle:%' and balance > 0`
    expect(reserved).toEqual([])
  })

  test('an erased user is not charged for an unpaid order, and receives a pending payout', async () => {
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
    await waitUntil(async () => (await statusOf(pendingWork.sellOrderId)).status === 'COMPLETED')
    expect((await statusOf(pendingWork.sellOrderId)).contact).toBeNull()
  })

  test('certificates of an erased user can be verified and do not name the user', async () => {
    for (const number of [user.certificateNumber, pendingWork.certificateNumber]) {
      await waitUntil(
        async () => (await get(`/certificates/verify/${number}`)).body.data.onChain?.exists === true,
      )
      const { data } = (await get(`/certificates/verify/${number}`)).body
      expect(data).toMatchObject({ valid: true, status: 'MINTED', studentName: null })
      const page = await fetch(`${service.url}/certificates/${number}`, { headers: { accept: 'text/html' } })
      expect([page.status, findMarkedWordsInText(await page.text(), user.markedWords)]).toEqual([200, []])
    }
  })

  test('an erased user has no rank in a live contest', async () => {
    const board = await get(`/user/contests/${user.contestId}/leaderboard`, user.friend.accessToken)
    expect([board.status, JSON.stringify(board.body).includes(user.id)]).toEqual([200, false])
  })

  test('no word of an erased user is left in a table, a file or the log, and the ledger audit passes', async () => {
    const left = async () =>
      (await findMarkedWordsInDatabase(database, everything())).filter((one) => !REMAINING.includes(one))
    // Jobs delete the files and the rows of the queue.
    await waitUntil(async () => filesIn('avatars').length + filesIn('submissions').length === 0)
    let found: string[] = []
    await waitUntil(async () => {
      found = await left()
      return found.length === 0
    }).catch(() => {})
    expect(found).toEqual([])
    expect(findMarkedWordsInFiles(dataDir, everything(), CLUSTER)).toEqual([])
    expect(findMarkedWordsInText(service.output(), everything())).toEqual([])
    const { ok, faults } = await auditLedger(database, ESCROW_CHECKS)
    expect([ok, faults]).toEqual([true, []])
    // Pending operations of the erased user finished without an error.
    expect(service.output()).not.toContain('"level":"error"')
  })

  test('a later event of the app store does not restore an erased account', async () => {
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
    })
    expect(await database.query`select 1 from subscription_event where subscriber = ${user.id}`).toEqual([])
  })

  test('an erasure does not change the data of other users', async () => {
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
