import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { fullPlan, queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { getQueueState } from '../../platform/chain/relayer/get-relayer-state.ts'
import { countTransactions, listTransactions } from '../../platform/chain/relayer/list-transactions.ts'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listMails } from '../../platform/mail/list-mails.ts'
import { listNewestSignUps } from '../accounts/public/list-sign-ups.ts'
import { searchAccounts, searchUsers } from '../accounts/public/user-records.ts'
import { listBattles } from '../battle-records/public/list-battles.ts'
import type { RoomId } from '../battle-records/public/ticket.ts'
import { listAllCertificates } from '../certificates/public/list-certificates.ts'
import { countReviews, listAllOrders } from '../payment-orders/public/list-orders.ts'
import { countDeadEvents } from '../webhooks/public/list-dead-events.ts'
import { EVENT_STATES, listEvents } from '../webhooks/public/list-events.ts'
import { getUserOverview } from './overview/get-user-overview.ts'
import { searchConsole } from './search/search-console.ts'

let fixture: TestDatabase
let userId: UserId
beforeAll(async () => {
  fixture = await createTestDatabase()
  const db = fixture.database.query
  await db`
    insert into user_account (id, email, username, created_at)
    select id, id || '@example.com', 'u' || substr(md5(id::text), 1, 20), now()
    from (select uuidv7() as id from generate_series(1, 3000)) fresh`
  await db`
    insert into session (id, user_id, created_at, last_used_at, expires_at)
    select uuidv7(), id, now(), now(), now() from user_account, generate_series(1, 4)`
  await db`
    insert into device_token (id, user_id, platform, kind, digest, token, created_at, last_seen_at)
    select uuidv7(), id, 'IOS', 'FCM', id::text::bytea, '', now(), now() from user_account`
  await db`insert into ledger_transfer (id, source, reason, created_at) select id, id::text, 'test', now() from user_account`
  await db`
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select id, line, case line when 1 then 'house:grants' else 'user:' || id end, 'GEM', 2 * line - 3, now()
    from user_account, generate_series(1, 2) line`
  await db`
    insert into referral_member (user_id, joined_at) select id, now() from user_account`
  await db`
    insert into referral_code (user_id, code, created_at)
    select id, translate(upper(substr(md5(id::text), 1, 8)), '01', 'XY'), now() from user_account on conflict do nothing`
  await db`
    insert into user_note (id, user_id, author_id, text, created_at)
    select uuidv7(), id, id, 'note', now() from user_account, generate_series(1, 3)`
  await db`
    insert into audit_entry (id, actor_id, actor_role, action, subject_kind, subject_id, user_id, created_at)
    select uuidv7(), id, 'ADMIN', 'user.granted', 'user', id::text, id, now() from user_account`
  await db`insert into audit_entry_personal (entry_id, user_id, data) select id, actor_id, '{}' from audit_entry`
  await db`
    insert into subscription (subscriber, purchase, entitlement_ids, will_renew, pauses_at_end)
    select id::text, 'p', '{}', false, false from user_account`
  await db`
    insert into payment_quote (id, user_id, direction, provider, fiat_currency, fiat_amount, asset, token_amount, rate, fee,
      created_at, expires_at)
    select uuidv7(), id, 'ON_RAMP', 'sandbox', 'KES', 100, 'GEMS', 1, 1, 0, now(), now()
    from user_account, generate_series(1, 3)`
  await db`
    insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
      token_amount, rate, fee, method, provider_order_id, created_at, updated_at)
    select uuidv7(), id, user_id, direction, 'COMPLETED', provider, fiat_currency, fiat_amount, asset, token_amount, rate,
      fee, 'MPESA', 'ref-' || id, now(), now()
    from payment_quote`
  await db`
    insert into certificate (id, user_id, course_id, number, student_name, course_title, course_description, issued_at,
      metadata_cid, status, token_id, transaction_hash)
    select uuidv7(), id, uuidv7(), 'LYC-2026-' || translate(upper(substr(md5(id::text || line), 1, 8)), 'ILOU', '1100'), 'Amina',
      'Keys', '', now(), 'cid', 'MINTED', '1', '0x'
    from user_account, generate_series(1, 3) line
    on conflict do nothing`
  await db`
    insert into linked_wallet (address, user_id, linked_at)
    select '0x' || md5(id::text) || '00000000', id, now() from user_account`
  await db`
    insert into wallet (user_id, address, owner_address, sealed_key, sealed_data_key, created_at)
    select id, '0x' || md5(id::text) || '11111111', '0x' || md5(id::text) || '11111111', '', '', now() from user_account`
  await db`
    insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, status,
      transaction_hash, block_number, created_at)
    select id, id::text, 'certificates.mint', 'Certificates', 'mint', '', '0x', 'confirmed', '0x' || md5(id::text) || md5(id::text),
      1, now()
    from (select uuidv7() as id from generate_series(1, 9000)) fresh`
  await db`
    insert into chain_attempt (hash, transaction_id, nonce, raw, max_fee_wei, priority_fee_wei, created_at)
    select transaction_hash, id, 1, '', 1, 1, now() from chain_transaction`
  await db`
    insert into contest (id, title, description, type, entry_fee_gems, guaranteed_pool_gems, prize_table, min_participants,
      starts_at, ends_at, question_ids, seed, created_at)
    select id, 'Contest ' || md5(id::text), md5(id::text), 'PUBLIC', 0, 0, '{100}', 1, now(), now() + interval '1 hour', array[id], '', now()
    from (select uuidv7() as id from generate_series(1, 9000)) fresh`
  await db`
    insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at, ended_at, reason)
    select uuidv7(), 'QUEUE', 'FINISHED', 0, uuidv7(), now(), now(), now(), 'COMPLETED' from generate_series(1, 9000)`
  await db`
    insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, ended_at)
    select uuidv7(), id, uuidv7(), 'CANCELLED', false, 0, 1500, now(), now(), now() from user_account`
  await db`
    insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, ended_at, room_id, seat)
    select uuidv7(), player.id, uuidv7(), 'MATCHED', false, 0, 1500, now(), now(), now(), room.id, 0
    from (select id, row_number() over () as number from user_account) player
    join (select id, row_number() over () as number from battle_room) room on room.number % 3000 = player.number % 3000`
  await db`
    insert into webhook_event (id, source, event_id, body_digest, received_at, state, next_attempt_at)
    select uuidv7(), 'revenuecat', number::text, '', now(), 'APPLIED', now() from generate_series(1, 9000) number`
  await db`
    insert into outgoing_mail (id, recipient, subject, sealed_body, created_at, sent_at)
    select uuidv7(), 'ada@example.com', 'Subject', '', now() - make_interval(secs => number), now()
    from generate_series(1, 9000) number`
  await db`insert into streak (user_id) select id from user_account`
  // Users without other rows, in batches, because each statement has a time limit.
  for (let portion = 0; portion < 8; portion++)
    await db`
      insert into user_account (id, email, username, created_at)
      select id, 'mail' || md5(id::text) || '@example.com', 'u' || substr(md5(id::text), 1, 20), now()
      from (select uuidv7() as id from generate_series(1, 2000)) fresh`
  await fixture.database.withSession(({ script }) => script('vacuum analyze'))
  const [row] = await db<{ id: UserId }>`select id from user_account order by id limit 1`
  userId = row!.id
})
afterAll(() => fixture.drop())

/** Tables that this test leaves empty. */
const EMPTY = ['course', 'lesson', 'enrollment', 'lesson_completion']

test('the overview of a user uses an index in every section', async () => {
  const plans = await queryPlansOf(fixture.database, async (db) => {
    const { ledger, notes, sessions, devices, audit } = await getUserOverview(db, userId, new Date())
    expect(ledger.balances.GEM).toBe(1)
    expect([notes.length, sessions.length, devices.length, audit.length]).toEqual([3, 4, 1, 1])
  })
  expect(scannedTables(plans).filter((table) => !EMPTY.includes(table))).toEqual([])
  const most = Math.max(...plans.map(({ pages }) => pages))
  reportMeasurement(
    `admin: the overview of a user reads ${most} pages in one of ${plans.length} statements at most`,
  )
})

test('staff and suspended users are found by their indexes, also in a plan for all values', async () => {
  const countScans = (
    index: string,
    filter: Pick<Parameters<typeof searchUsers>[1], 'role' | 'isSuspended'>,
  ) =>
    fixture.database.transaction(async ({ raw, statement }) => {
      await raw('set local plan_cache_mode = force_generic_plan')
      await searchUsers(statement as Db, { ...filter, page: 1, limit: 20 })
      const [row] = await raw(`select pg_stat_get_xact_numscans('${index}'::regclass)::integer as scans`)
      return row!.scans
    })
  expect(await countScans('user_account_staff', { role: 'ADMIN' })).toBe(1)
  expect(await countScans('user_account_suspended', { isSuspended: true })).toBe(1)
  expect(await countScans('user_account_staff', { role: 'ADMIN', isSuspended: true })).toBe(1)
})

test('the search uses an index for every kind, and few statements', async () => {
  const [row] = await fixture.database.query<Record<string, string>>`
    select md5(id::text) as digest, (select id::text from payment_order limit 1) as order,
      (select provider_order_id from payment_order limit 1) as reference,
      (select number from certificate limit 1) as number, (select transaction_hash from chain_transaction limit 1) as hash,
      (select title from contest limit 1) as title, (select username from user_account where id = ${userId}) as username
    from user_account where id = ${userId}`
  const { digest, order, reference, number, hash, title, username } = row!
  for (const [text, kinds, statements] of [
    [userId, ['USER'], 7],
    [order!, ['ORDER'], 7],
    [`0x${digest}00000000`, ['WALLET'], 1],
    [hash!, ['CHAIN_TRANSACTION'], 1],
    [reference!, ['ORDER'], 5],
    [number!, ['CERTIFICATE'], 6],
    // A whole title of 40 characters looks about as expensive by the index as by a scan of these few rows.
    [title!.slice(0, 20), ['CONTEST'], 5],
    [username!.slice(2), ['USER'], 5],
  ] as const) {
    const plans = await queryPlansOf(fixture.database, async (db) => {
      expect((await searchConsole(db, text)).map(({ kind }) => kind)).toEqual([...kinds])
    })
    expect([text, plans.length]).toEqual([text, statements])
    expect([text, ...scannedTables(plans)]).toEqual([text])
  }
})

test('a text that every account contains is found among the newest, without listing all of them', async () => {
  const plans = await queryPlansOf(fixture.database, async (db) => {
    expect(await searchAccounts(db, 'EXAMPLE.com', 20)).toHaveLength(20)
    const { users } = await searchUsers(db, { search: 'example.com', page: 1, limit: 20 })
    expect(users).toHaveLength(20)
  })
  expect(fullPlan(plans).plan).not.toContain('user_account_search')
})

/** Most events are applied, so a list of these finds a page at once. */
const RARE_STATES = EVENT_STATES.filter((state) => state !== 'APPLIED')

test('every filter of the lists uses an index, also when nothing has the wanted value', async () => {
  const [page, range] = [
    { page: 1, limit: 20 },
    { limit: 20, offset: 0 },
  ]
  const [earlier, later] = [new Date('2020-01-01'), new Date('2100-01-01')]
  const plans = await queryPlansOf(fixture.database, async (db) => {
    for (const filter of [
      {},
      { userId },
      { status: 'UNDER_REVIEW' },
      { status: 'REFUNDED' },
      { provider: 'fonbnk' },
      { to: earlier },
    ] as const)
      await listAllOrders(db, { ...filter, ...page })
    for (const filter of [
      {},
      { number: 'LYC-2026-00000000' },
      { userId },
      { courseId: userId },
      { status: 'REVOKED' },
      { status: 'FAILED' },
      { to: earlier },
      { from: later },
      { status: 'MINTED', to: earlier },
    ] as const)
      await listAllCertificates(db, filter, page)
    for (const filter of [
      {},
      { status: 'failed' },
      { status: 'queued' },
      { status: 'sent' },
      { kind: 'test' },
      { hash: '0x' },
    ] as const) {
      await listTransactions(db, filter, range)
      await countTransactions(db, filter)
    }
    for (const filter of [{}, { source: 'none' }, ...RARE_STATES.map((state) => ({ state }))])
      await listEvents(db, filter, page)
    for (const state of [undefined, 'PENDING', 'FAILED'] as const)
      await listMails(db, { state, recipient: undefined }, page)
    await listMails(db, { state: undefined, recipient: 'nobody@example.com' }, page)
    for (const filter of [
      { userId },
      { id: userId as string as RoomId },
      { status: 'WAITING' },
      { status: 'FORFEIT' },
      { status: 'CANCELLED', kind: 'BOT' },
      { status: 'PLAYED', to: earlier },
      { from: later },
    ] as const)
      await listBattles(db, filter, { after: undefined, ...range })
    await listNewestSignUps(db, { from: later, to: undefined, limit: 5_000 })
    await getQueueState(db)
  })
  // A count without a filter, or of most rows, stops at its limit.
  const scanned = plans.filter(({ lines }) => scannedTables([{ lines, pages: 0 }]).length > 0)
  expect(scanned.filter(({ lines }) => lines.some((line) => line.includes('Filter:')))).toEqual([])
})

test('counting what waits for a person uses an index', async () => {
  const plans = await queryPlansOf(fixture.database, async (db) => {
    await countReviews(db, 1_000)
    await countDeadEvents(db, 1_000)
  })
  expect(scannedTables(plans)).toEqual([])
})
