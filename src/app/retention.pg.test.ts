import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { fullPlan, queryPlansOf } from '../../test/harness/query-plans.ts'
import { insertUser } from '../../test/harness/users.ts'
import { waitUntil } from '../../test/harness/wait-until.ts'
import { MAX_DELAY_MS } from '../modules/progress/public/resolve-occurred-at.ts'
import { addMs, DAY_MS } from '../platform/clock.ts'
import { readConfig } from '../platform/config/config.ts'
import type { AutocommitDb } from '../platform/db/database.ts'
import { isTimeout } from '../platform/db/database-error.ts'
import { claimKey, keyRetention } from '../platform/http/idempotency-keys.ts'
import { newId, smallestIdAt } from '../platform/ids.ts'
import { applyRetention } from '../platform/retention.ts'
import { RETENTION_RULES, runRetention } from './retention.ts'
import { insertRowsAt } from './retention-testbed.ts'

const config = readConfig({ LYCEUM_ENV: 'test' })
let fixture: TestDatabase
let db: AutocommitDb

beforeAll(async () => {
  fixture = await createTestDatabase()
  db = fixture.database.autocommit
})
afterAll(() => fixture.drop())

const TABLES_THAT_SHRINK = [
  'undo_link',
  'refresh_token',
  'one_time_code',
  'idempotency_record',
  'rate_limit',
  'battle_journal_page',
  'battle_daily_xp',
  'contest_daily_xp',
  'notification',
  'device_token',
  'pin_token',
  'link_challenge',
  'promotion_user_state',
  'review_log',
  'course_test_attempt',
  'replaced_publication',
  'content_revision',
  'content_import',
  'practice_round',
  'practice_daily_xp',
  'league_member',
  'slide_play',
  'report',
  'chain_attempt',
  'outgoing_mail',
  'battle_process',
  'streak_reminder',
  'withdrawn_notice',
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
  'review_card',
  'webhook_event',
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

describe('runRetention', () => {
  const now = new Date()

  beforeAll(async () => {
    await insertRowsAt(db, new Date(now.getTime() - 1_200 * DAY_MS))
    // These rows end in the future.
    await insertRowsAt(db, new Date(now.getTime() + 60_000))
    await runRetention({ autocommitDb: db, config }, now)
  })

  test('retention deletes old rows and keeps recent ones', async () => {
    const left = await counts(TABLES_THAT_SHRINK)
    expect(left).toEqual(Object.fromEntries(TABLES_THAT_SHRINK.map((table) => [table, 1])))
    // Two active sessions, the recently revoked one and the recently expired one.
    expect(await countRows('session')).toBe(4)
  })

  test('every table of a retention rule is tested', () => {
    const tested = [...TABLES_THAT_SHRINK, 'session', 'payment_quote', 'webhook_event', 'user_account']
    expect(RETENTION_RULES.filter(({ table }) => !tested.includes(table))).toEqual([])
  })

  test('retention deletes no ledger entries, orders, battle results or chain transactions', async () => {
    const left = await counts(TABLES_THAT_STAY)
    const expected = { ledger_entry: 4 } as Record<string, number>
    expect(left).toEqual(Object.fromEntries(TABLES_THAT_STAY.map((table) => [table, expected[table] ?? 2])))
    // The old quote that was used, and both recent ones.
    expect(await countRows('payment_quote')).toBe(3)
  })

  test('retention keeps old rows that are still in progress: battles, promotions, transactions, unmatched events', async () => {
    const at = new Date(now.getTime() - 399 * DAY_MS)
    const id = smallestIdAt(at)
    const user = await insertUser(db)
    await db`
      insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at)
      values (${id}, 'QUEUE', 'IN_PROGRESS', 0, ${newId()}, ${at}, ${at})`
    await db`insert into battle_journal_page (room_id, page_number, host_process_id, inputs) values (${id}, 1, ${newId()}, '[]')`
    await db`
      insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, status, sender, nonce,
        gas_limit, created_at)
      values (${id}, 'under way', 'test', 'test', 'test', '', '', 'sent', '0x', 1, 1, ${at})`
    await db`
      insert into chain_attempt (hash, transaction_id, nonce, raw, max_fee_wei, priority_fee_wei, created_at)
      values ('under way', ${id}, 1, '', 1, 1, ${at})`
    await db`
      insert into webhook_event (id, source, event_id, body, body_digest, received_at, state, next_attempt_at, match_key)
      values (${id}, 'test', 'waiting', 'body', '', ${at}, 'UNMATCHED', ${at}, 'address:0x')`
    const campaigns = {
      evergreen: [null, true, at],
      revived: [at, true, now],
      stopped: [null, false, at],
    } as const
    for (const [key, [endsAt, isEnabled, updatedAt]] of Object.entries(campaigns)) {
      const campaign = newId()
      await db`
        insert into promotion (id, key, kind, title, cta_action, cta_payload, priority, dismissible, countries, languages,
          ends_at, is_enabled, created_at, updated_at)
        values (${campaign}, ${key}, 'POPUP', 'Title', 'NONE', '{}', 1, true, '{}', '{}', ${endsAt}, ${isEnabled}, ${at},
          ${updatedAt})`
      await db`insert into promotion_user_state (user_id, promotion_id, impressions) values (${user}, ${campaign}, 1)`
    }
    await runRetention({ autocommitDb: db, config }, now)
    const left = await db`
      select (select count(*)::int from battle_journal_page where room_id = ${id}) as pages,
        (select count(*)::int from chain_attempt where transaction_id = ${id}) as attempts,
        (select body is not null from webhook_event where id = ${id}) as "hasBody",
        (select array_to_string(array_agg(key order by key), ' ') from promotion
          where id in (select promotion_id from promotion_user_state where user_id = ${user})) as campaigns`
    expect([...left]).toEqual([{ pages: 1, attempts: 1, hasBody: true, campaigns: 'evergreen revived' }])
    await db`delete from webhook_event where id = ${id}`
  })

  test('retention erases the bodies of webhook events and keeps the rows', async () => {
    const events = await db<{
      hasBody: boolean
    }>`select body is not null as "hasBody" from webhook_event order by received_at`
    expect(events.map(({ hasBody }) => hasBody)).toEqual([false, true])
    const again = await db`
      insert into webhook_event (id, source, event_id, body_digest, received_at, next_attempt_at)
      select gen_random_uuid(), source, event_id, body_digest, now(), now() from webhook_event
      on conflict do nothing returning 1`
    expect(again).toEqual([])
  })

  test('retention deletes earlier time zones as soon as no late activity needs them, and keeps the account', async () => {
    const user = await insertUser(db)
    const entry = (zone: string, ageMs: number) => ({ zone, until: addMs(now, -ageMs).toISOString() })
    const [old, recent] = [entry('Africa/Nairobi', MAX_DELAY_MS + 1), entry('Asia/Tokyo', MAX_DELAY_MS)]
    await db`update user_account set earlier_time_zones = ${[old, recent]}::jsonb where id = ${user}`
    await runRetention({ autocommitDb: db, config }, now)
    const [row] = await db<{ earlier: unknown }>`
      select earlier_time_zones as earlier from user_account where id = ${user}`
    expect(row!.earlier).toEqual([recent])
  })

  test('retention of earlier time zones skips a locked account, and foreign keys do not wait for it', async () => {
    const user = await insertUser(db)
    const old = [{ zone: 'Africa/Nairobi', until: '2020-01-01T00:00:00.000Z' }]
    await db`update user_account set earlier_time_zones = ${old}::jsonb where id = ${user}`
    const rule = RETENTION_RULES.find(({ table }) => table === 'user_account')!
    const impatient = fixture.another({ poolSize: 1, lockTimeoutMs: 250 })
    const run = () => applyRetention(impatient.autocommit, rule, { config, now })
    await fixture.database.transaction(async ({ statement }) => {
      await statement`select from user_account where id = ${user} for no key update`
      expect(await run()).toBe(0)
    })
    // The lock of a foreign key.
    await fixture.database.transaction(async ({ statement }) => {
      await statement`select from user_account where id = ${user} for key share`
      expect(await run()).toBe(1)
    })
  })

  test('retention names the failed tables after it has run all others', async () => {
    await db`update pin_token set expires_at = 'epoch'`
    const failing = (async (strings: TemplateStringsArray, ...values: unknown[]) => {
      if (strings.join('').includes('from session ')) throw new Error('sessions cannot be deleted today')
      return db(strings, ...values)
    }) as AutocommitDb
    await expect(runRetention({ autocommitDb: failing, config }, now)).rejects.toThrow(
      'Retention failed for: session, session.',
    )
    expect(await countRows('pin_token')).toBe(0)
  })
})

describe('concurrent retention', () => {
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

  test('two concurrent deletions share the work, and writers never wait', async () => {
    await db`delete from idempotency_record`
    await insertOldKeys()
    const writers = fixture.another({ poolSize: 4, lockTimeoutMs: 250 })
    let isOver = false
    let written = 0
    const writing = (async () => {
      while (!isOver)
        expect(await claimKey(writers.autocommit, keyed(`key ${written++}`))).toHaveProperty('claim')
    })()
    const [one, other] = [fixture.another({ poolSize: 1 }), fixture.another({ poolSize: 1 })]
    const deleted = await Promise.all(
      [one, other].map(({ autocommit }) =>
        applyRetention(autocommit, keyRetention, { config, now: new Date(), batchSize: 100, pauseMs: 0 }),
      ),
    )
    isOver = true
    await writing
    expect(deleted[0]! + deleted[1]!).toBe(OLD)
    expect(await countRows('idempotency_record')).toBe(written)
  })

  test('a locked row is skipped and deleted in the next run', async () => {
    await db`delete from idempotency_record`
    await insertOldKeys()
    const impatient = fixture.another({ poolSize: 1, lockTimeoutMs: 250 })
    const run = () =>
      applyRetention(impatient.autocommit, keyRetention, { config, now: new Date(), pauseMs: 0 })
    await fixture.database.transaction(async ({ statement }) => {
      await statement`
        select from idempotency_record where ctid = (select min(ctid) from idempotency_record) for update`
      expect(await run()).toBeGreaterThanOrEqual(499)
      await waitUntil(async () => {
        await run()
        return (await countRows('idempotency_record')) === 1
      })
    })
    expect(await run()).toBe(1)
  })

  test('an unsafe control that deletes all rows in one statement makes writers wait', async () => {
    await db`delete from idempotency_record`
    await claimKey(fixture.database.autocommit, keyed('old'))
    await db`update idempotency_record set created_at = now() - interval '2 days'`
    const writers = fixture.another({ poolSize: 1, lockTimeoutMs: 250 })
    await fixture.database.transaction(async ({ statement }) => {
      await statement`delete from idempotency_record where created_at < now() - interval '1 day'`
      const error = await claimKey(writers.autocommit, keyed('old')).catch((refused) => refused)
      expect(isTimeout(error)).toBe(true)
    })
    expect(await claimKey(writers.autocommit, keyed('old'))).toHaveProperty('claim')
  })
})

test('every retention query uses an index', async () => {
  const [{ name } = { name: '' }] = await db<{ name: string }>`select current_database() as name`
  // Disables sequential scans, which the planner prefers for such small tables.
  await fixture.database.withSession(({ script }) =>
    script(`alter database ${name} set enable_seqscan = off`),
  )
  const plans = await queryPlansOf(fixture.another({ poolSize: 2 }), async (explaining) => {
    await runRetention({ autocommitDb: explaining as AutocommitDb, config }, new Date('2020-01-01'))
  })
  const used = new Set(fullPlan(plans).plan.match(/(?<=(using|Scan on) )\w+/g))
  for (const index of [
    'battle_journal_page_pkey',
    'battle_daily_xp_day',
    'contest_daily_xp_day',
    'chain_attempt_transaction',
    'device_token_last_seen_at',
    'idempotency_record_created_at',
    'webhook_event_processed',
    'link_challenge_expires_at',
    'notification_created_day',
    'one_time_code_expires_at',
    'outgoing_mail_created_at',
    'payment_quote_unused',
    'pin_token_expires_at',
    'promotion_user_state_promotion',
    'rate_limit_pkey',
    'refresh_token_expires_at',
    'session_expires_at',
    'session_revoked',
    'user_account_earlier_time_zone',
  ])
    expect([index, used.has(index)]).toEqual([index, true])
})
