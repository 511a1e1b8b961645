import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { plansOf, wholePlan } from '../../test/harness/plans.ts'
import { until } from '../../test/harness/until.ts'
import { insertUser } from '../../test/harness/users.ts'
import { DAY_MS } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import type { Db } from '../platform/db/database.ts'
import { isTimeout } from '../platform/db/faults.ts'
import { claimKey, deleteOldKeys } from '../platform/http/idempotency.ts'
import { firstIdAt, newId } from '../platform/ids.ts'
import { deleteOldMail } from '../platform/mail/mail.ts'
import { prune } from '../platform/prune.ts'
import { tidyUp } from './tidy-up.ts'

const config = readConfig({ LYCEUM_ENV: 'test' })
let fixture: TestDatabase
let db: Db

beforeAll(async () => {
  fixture = await createTestDatabase()
  db = fixture.database.query
})
afterAll(() => fixture.drop())

/** One row of everything that grows, as if all of it had happened at one moment. */
async function insertLifeAt(at: Date): Promise<void> {
  const user = await insertUser(db, { createdAt: at })
  const [session, living] = [newId(), newId()]
  const roomId = firstIdAt(at)
  const digest = Buffer.from(roomId)
  await db`
    insert into session (id, user_id, created_at, last_used_at, expires_at, revoked_at) values
      (${session}, ${user}, ${at}, ${at}, ${at}, null), (${newId()}, ${user}, ${at}, ${at}, ${at}, ${at}),
      (${living}, ${user}, ${at}, ${at}, now() + interval '1 day', null)`
  await db`
    insert into refresh_token (digest, session_id, created_at, expires_at) values (${digest}, ${living}, ${at}, ${at})`
  await db`
    insert into one_time_code (purpose, subject, code_digest, expires_at, sent_at, day_started_at)
    values ('test', ${user}, ${digest}, ${at}, ${at}, ${at})`
  await db`
    insert into idempotency_record (scope, route, key_digest, body_digest, locked_until, created_at)
    values (${user}, 'POST /test', ${digest}, ${digest}, ${at}, ${at})`
  await db`insert into rate_limit (bucket, arrival) values (${user}, ${BigInt(at.getTime()) * 1000n})`
  await insertBattleAt(at, user, roomId)
  await db`
    insert into notification (id, user_id, type, cause, title, body, link, language, in_inbox, created_at)
    values (${newId()}, ${user}, 'SYSTEM', 'test', 'Title', 'Body', '', 'en', true, ${at})`
  await db`
    insert into device_token (id, user_id, platform, kind, digest, token, created_at, last_seen_at)
    values (${newId()}, ${user}, 'IOS', 'FCM', ${digest}, 'token', ${at}, ${at})`
  await db`
    insert into inbox_event (id, source, event_id, body, body_digest, received_at, state, due_at, settled_at)
    values (${newId()}, 'test', ${user}, ${digest}, ${digest}, ${at}, 'APPLIED', ${at}, ${at})`
  await db`
    insert into pin_token (digest, user_id, session_id, expires_at) values (${digest}, ${user}, ${session}, ${at})`
  await db`
    insert into link_challenge (nonce, user_id, address, message, issued_at, expires_at)
    values (${user}, ${user}, '0x', 'message', ${at}, ${at})`
  await insertMoneyAt(at, user)
}

async function insertBattleAt(at: Date, user: string, roomId: string): Promise<void> {
  await db`
    insert into battle_room (id, kind, state, stake, seed, waits_until, created_at, ended_at, reason)
    values (${roomId}, 'QUEUE', 'FINISHED', 0, ${newId()}, ${at}, ${at}, ${at}, 'COMPLETED')`
  await db`
    insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, room_id, seat, ended_at)
    values (${newId()}, ${user}, ${newId()}, 'MATCHED', false, 0, 1500, ${at}, ${at}, ${roomId}, 0, ${at})`
  await db`insert into battle_page (room_id, number, owner_id, inputs) values (${roomId}, 1, ${newId()}, '[]')`
  await db`insert into battle_xp_day (user_id, day, xp) values (${user}, ${at}::timestamptz::date, 5)`
}

async function insertMoneyAt(at: Date, user: string): Promise<void> {
  const [used, campaign, transaction] = [newId(), newId(), firstIdAt(at)]
  await db`
    insert into payment_quote (id, user_id, direction, provider, fiat_currency, fiat_amount, asset, token_amount, rate, fee,
      created_at, expires_at, used_at)
    select id, ${user}, 'ON_RAMP', 'sandbox', 'KES', 100, 'GEMS', 1, 1, 0, ${at}, ${at}, used_at::timestamptz
    from (values (${used}::uuid, ${at}::timestamptz), (${newId()}::uuid, null)) as quote (id, used_at)`
  await db`
    insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
      token_amount, rate, fee, method, created_at, updated_at)
    values (${newId()}, ${used}, ${user}, 'ON_RAMP', 'COMPLETED', 'sandbox', 'KES', 100, 'GEMS', 1, 1, 0, 'CARD', ${at}, ${at})`
  await db`
    insert into promotion (id, kind, title, cta_action, cta_payload, priority, dismissible, countries, languages, ends_at,
      is_enabled, created_at, updated_at)
    values (${campaign}, 'POPUP', 'Title', 'NONE', '{}', 1, true, '{}', '{}', ${at}, true, ${at}, ${at})`
  await db`insert into promotion_audience (user_id, promotion_id, impressions) values (${user}, ${campaign}, 1)`
  await db`
    insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof, status,
      transaction_hash, block_number, created_at, settled_at)
    values (${transaction}, ${user}, 'test', 'test', 'test', '', '', 'confirmed', '0x', 1, ${at}, ${at})`
  await db`
    insert into chain_attempt (hash, transaction_id, nonce, raw, max_fee_wei, priority_fee_wei, made_at)
    values (${user}, ${transaction}, 1, '', 1, 1, ${at})`
  await db`
    select ledger_post(${newId()}, ${`test:${user}`}, 'TEST', ${at}, ${[
      { account: 'house:issuance', asset: 'GEM', amount: -5 },
      { account: `user:${user}`, asset: 'GEM', amount: 5 },
    ]}::jsonb)`
}

/** How many rows of each are left, of those that were made. */
const TABLES_THAT_SHRINK = [
  'refresh_token',
  'one_time_code',
  'idempotency_record',
  'rate_limit',
  'battle_page',
  'battle_xp_day',
  'notification',
  'device_token',
  'pin_token',
  'link_challenge',
  'promotion_audience',
  'chain_attempt',
]
const TABLES_THAT_STAY = [
  'ledger_transfer',
  'ledger_entry',
  'ledger_balance',
  'payment_order',
  'battle_room',
  'battle_entry',
  'chain_transaction',
  'promotion',
  'inbox_event',
  'user_account',
]

async function countRows(table: string): Promise<number> {
  const [row] = await fixture.database.withSession(({ raw }) =>
    raw(`select count(*)::int as count from ${table}`),
  )
  return row!.count as number
}

async function counts(tables: string[]): Promise<Record<string, number>> {
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await countRows(table)])))
}

describe('tidying up', () => {
  const now = new Date()

  beforeAll(async () => {
    await insertLifeAt(new Date(now.getTime() - 400 * DAY_MS))
    // Not over yet, wherever the end is what counts.
    await insertLifeAt(new Date(now.getTime() + 60_000))
    await tidyUp({ db, config }, now)
  })

  test('takes what is old and leaves what is young', async () => {
    const left = await counts(TABLES_THAT_SHRINK)
    expect(left).toEqual(Object.fromEntries(TABLES_THAT_SHRINK.map((table) => [table, 1])))
    // Both that go on, the young one that was ended, and the young one that ran out.
    expect(await countRows('session')).toBe(4)
  })

  test('takes nothing that the books, orders, battles and the chain are made of', async () => {
    const left = await counts(TABLES_THAT_STAY)
    const made = { ledger_entry: 4 } as Record<string, number>
    expect(left).toEqual(Object.fromEntries(TABLES_THAT_STAY.map((table) => [table, made[table] ?? 2])))
    // The old one that was used, and both young ones.
    expect(await countRows('payment_quote')).toBe(3)
  })

  test('forgets what others said, and not that they said it', async () => {
    const events = await db<{
      held: boolean
    }>`select body is not null as held from inbox_event order by received_at`
    expect(events.map(({ held }) => held)).toEqual([false, true])
    const again = await db`
      insert into inbox_event (id, source, event_id, body_digest, received_at, due_at)
      select gen_random_uuid(), source, event_id, body_digest, now(), now() from inbox_event
      on conflict do nothing returning 1`
    expect(again).toEqual([])
  })

  test('says which part failed, after all the others had their turn', async () => {
    await db`update pin_token set expires_at = 'epoch'`
    const failing = (async (strings: TemplateStringsArray, ...values: unknown[]) => {
      if (strings.join('').includes('from session')) throw new Error('sessions cannot be deleted today')
      return db(strings, ...values)
    }) as Db
    await expect(tidyUp({ db: failing, config }, now)).rejects.toThrow('identity')
    expect(await countRows('pin_token')).toBe(0)
  })
})

describe('while old rows are deleted', () => {
  const OLD = 4_000
  const keyed = (key: string) => ({
    scope: 'user',
    route: 'POST /test',
    key,
    fingerprint: Buffer.from('body'),
  })
  const insertOldKeys = () => db`
    insert into idempotency_record (scope, route, key_digest, body_digest, locked_until, created_at)
    select 'user', 'POST /old', int4send(n), 'x', now(), now() - interval '2 days' from generate_series(1, ${OLD}) n`

  test('two who do so share the work, and those who write never wait', async () => {
    await db`delete from idempotency_record`
    await insertOldKeys()
    const writers = fixture.another({ poolSize: 4, lockTimeoutMs: 250 })
    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver) expect(await claimKey(writers.query, keyed(`key ${written++}`))).toBe('first')
    })()
    const [one, other] = [fixture.another({ poolSize: 1 }), fixture.another({ poolSize: 1 })]
    const gone = await Promise.all(
      [one, other].map(({ query }) =>
        prune('idempotency_record', (limit) => deleteOldKeys(query, limit), { batch: 100, pauseMs: 0 }),
      ),
    )
    isOver = true
    await writing
    expect(gone[0]! + gone[1]!).toBe(OLD)
    expect(await countRows('idempotency_record')).toBe(written)
  })

  test('a row that somebody holds is passed over, and goes the next time', async () => {
    await db`delete from idempotency_record`
    await insertOldKeys()
    const impatient = fixture.another({ poolSize: 1, lockTimeoutMs: 250 })
    const run = () =>
      prune('idempotency_record', (limit) => deleteOldKeys(impatient.query, limit), { pauseMs: 0 })
    await fixture.database.transaction(async ({ statement }) => {
      await statement`
        select from idempotency_record where ctid = (select min(ctid) from idempotency_record) for update`
      expect(await run()).toBeGreaterThanOrEqual(499)
      await until(async () => {
        await run()
        return (await countRows('idempotency_record')) === 1
      })
    })
    expect(await run()).toBe(1)
  })

  test('one statement for all of them, as a naive one would have it, makes writers wait', async () => {
    await db`delete from idempotency_record`
    await claimKey(db, keyed('old'))
    await db`update idempotency_record set created_at = now() - interval '2 days'`
    const writers = fixture.another({ poolSize: 1, lockTimeoutMs: 250 })
    await fixture.database.transaction(async ({ statement }) => {
      await statement`delete from idempotency_record where created_at < now() - interval '1 day'`
      const fault = await claimKey(writers.query, keyed('old')).catch((refused) => refused)
      expect(isTimeout(fault)).toBe(true)
    })
    expect(await claimKey(writers.query, keyed('old'))).toBe('first')
  })
})

test('what is old is found by an index, in every table', async () => {
  const [{ name } = { name: '' }] = await db<{ name: string }>`select current_database() as name`
  // These tables are so small that walking through them would be quicker.
  await fixture.database.withSession(({ script }) =>
    script(`alter database ${name} set enable_seqscan = off`),
  )
  const plans = await plansOf(fixture.another({ poolSize: 2 }), async (explaining) => {
    await tidyUp({ db: explaining, config }, new Date('2020-01-01'))
    await deleteOldMail(explaining, new Date('2020-01-01'), 500)
  })
  const used = new Set(wholePlan(plans).plan.match(/(?<=(using|Scan on) )\w+/g))
  for (const index of [
    'battle_page_pkey',
    'battle_xp_day_day',
    'chain_attempt_transaction',
    'device_token_last_seen_at',
    'idempotency_record_created_at',
    'inbox_event_settled',
    'link_challenge_expires_at',
    'notification_created_day',
    'one_time_code_expires_at',
    'outgoing_mail_created_at',
    'payment_quote_unused',
    'pin_token_expires_at',
    'promotion_audience_promotion',
    'rate_limit_pkey',
    'refresh_token_expires_at',
    'session_expires_at',
    'session_revoked',
  ])
    expect([index, used.has(index)]).toEqual([index, true])
})
