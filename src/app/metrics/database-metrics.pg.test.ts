import { afterAll, beforeAll, expect, test } from 'bun:test'
import { PgBoss } from 'pg-boss'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { type QueryPlan, queryPlansOf, scannedTables } from '../../../test/harness/query-plans.ts'
import { reportMeasurement } from '../../../test/harness/report-measurement.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { MetricValue } from '../../platform/database-metrics.ts'
import { createDatabaseMetrics } from './database-metrics.ts'

/** The number of finished rows of each kind; only a few are pending. */
const DONE = 4_000
const HOUR = 3_600

let fixture: TestDatabase
beforeAll(async () => {
  fixture = await createTestDatabase()
  const boss = new PgBoss({ connectionString: fixture.url, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('mail.send')
  await boss.createQueue('dead-letters')
  await boss.stop({ graceful: false })
  // The rows refer to users that do not exist, so foreign keys are disabled.
  await fixture.database.withSession(async ({ script }) => {
    await script('set session_replication_role = replica')
    for (const text of [...past(DONE), ...present()]) await script(text)
    await script('analyze')
  })
})
afterAll(() => fixture.drop())

const anHourAgo = "now() - interval '1 hour'"
const aYearAgo = "now() - interval '1 year'"
const series = (count: number) => `generate_series(1, ${count}) as n`

/** Finished work. */
function past(count: number): string[] {
  return [
    `insert into certificate (id, user_id, course_id, number, course_title, course_description, issued_at, status,
       metadata_cid, token_id, transaction_hash)
     select uuidv7(), uuidv7(), uuidv7(), 'LYC-2025-' || lpad(n::text, 8, '0'), '', '', ${aYearAgo}, 'MINTED', '', n, n
     from ${series(count)}`,
    `insert into badge_progress (user_id, badge_type, completed_at, minted_at)
     select uuidv7(), 'X', ${aYearAgo}, ${aYearAgo} from ${series(count)}`,
    `insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
       token_amount, rate, fee, method, created_at, updated_at)
     select uuidv7(), uuidv7(), uuidv7(), 'ON_RAMP', case n % 2 when 0 then 'COMPLETED' else 'FAILED' end, 'sandbox', 'KES',
       100, 'GEMS', 1, 1, 0, 'MPESA', ${aYearAgo}, ${aYearAgo} from ${series(count)}`,
    `insert into webhook_event (id, source, event_id, body_digest, received_at, state, next_attempt_at, processed_at)
     select uuidv7(), 'contracts', n, '', ${aYearAgo}, 'APPLIED', ${aYearAgo}, ${aYearAgo} from ${series(count)}`,
    `insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, status,
       transaction_hash, block_number, created_at)
     select uuidv7(), n, 'x', 'x', 'x', '', '', 'confirmed', n, n, ${aYearAgo} from ${series(count)}`,
    `insert into notification_delivery (id, notification_id, channel, state, next_attempt_at, finished_at)
     select uuidv7(), uuidv7(), 'EMAIL', 'SENT', ${aYearAgo}, ${aYearAgo} from ${series(count)}`,
    `insert into outgoing_mail (id, recipient, subject, sealed_body, created_at, sent_at)
     select uuidv7(), 'x', 'x', '', ${aYearAgo}, ${aYearAgo} from ${series(count)}`,
    `insert into settlement_batch (id, asset, direction, status, created_at, ended_at, transaction_hash)
     select uuidv7(), 'XP', 'MINT', 'CONFIRMED', ${aYearAgo}, ${aYearAgo}, n from ${series(count)}`,
    `insert into project_submission (id, user_id, course_id, attempt, status, assessment_status, project, created_at,
       updated_at, submitted_at)
     select uuidv7(), uuidv7(), uuidv7(), 1, 'NEEDS_REVISION', 'COMPLETED', '{}', ${aYearAgo}, ${aYearAgo}, ${aYearAgo}
     from ${series(count)}`,
    `insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at, ended_at, reason)
     select uuidv7(), 'QUEUE', 'FINISHED', 0, uuidv7(), ${aYearAgo}, ${aYearAgo}, ${aYearAgo}, 'COMPLETED'
     from ${series(count)}`,
    `insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, ended_at)
     select uuidv7(), uuidv7(), uuidv7(), 'TIMED_OUT', false, 0, 0, ${aYearAgo}, ${aYearAgo}, ${aYearAgo}
     from ${series(count)}`,
    contests(count, `${aYearAgo}, ${aYearAgo} + interval '1 hour', 'SETTLED', ${aYearAgo}, ${aYearAgo}`),
    `insert into ledger_audit (id, requested_at, finished_at, is_ok, discrepancies)
     select uuidv7(), ${aYearAgo} + n * interval '1 minute', ${aYearAgo}, true, '[]' from ${series(count)}`,
    `insert into roadmap (user_id, career_goal, status, created_at)
     select uuidv7(), 'x', 'completed', ${aYearAgo} from ${series(count)}`,
    `insert into pgboss.job (name, state, start_after, created_on)
     select 'mail.send', 'completed', ${aYearAgo}, ${aYearAgo} from ${series(count)}`,
  ]
}

function contests(count: number, rest: string): string {
  return `insert into contest (id, title, description, type, entry_fee_gems, guaranteed_pool_gems, prize_table,
      min_participants, question_ids, seed, created_at, starts_at, ends_at, outcome, decided_at, finished_at)
    select uuidv7(), 'x', '', 'PUBLIC', 0, 0, '{100}', 1, array[uuidv7()], 'x', now(), ${rest} from ${series(count)}`
}

/** Work that is pending for an hour. */
function present(): string[] {
  return [
    `insert into certificate (id, user_id, course_id, number, course_title, course_description, issued_at, metadata_cid)
     values (uuidv7(), uuidv7(), uuidv7(), 'LYC-2026-00000001', '', '', ${anHourAgo}, '')`,
    `insert into badge_progress (user_id, badge_type, completed_at, mint_started_at)
     values (uuidv7(), 'X', ${anHourAgo}, now())`,
    `insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
       token_amount, rate, fee, method, created_at, updated_at)
     select uuidv7(), uuidv7(), uuidv7(), 'OFF_RAMP', 'PROCESSING', 'sandbox', 'KES', 100, 'GEMS', 1, 1, 0, 'MPESA',
       ${anHourAgo}, now() from ${series(2)}`,
    `insert into webhook_event (id, source, event_id, body_digest, received_at, state, next_attempt_at, match_key)
     values (uuidv7(), 'contracts', 'a', '', ${anHourAgo}, 'PENDING', now(), null),
       (uuidv7(), 'contracts', 'b', '', now(), 'UNMATCHED', now(), 'address:0x'),
       (uuidv7(), 'contracts', 'c', '', now(), 'DEAD', now(), null)`,
    `insert into chain_transaction (id, reference, kind, contract, function_name, call_data, proof_topic, status, sender, nonce,
       gas_limit, created_at)
     values (uuidv7(), 'a', 'x', 'x', 'x', '', '', 'queued', null, null, null, ${anHourAgo}),
       (uuidv7(), 'b', 'x', 'x', 'x', '', '', 'sent', '0x', 1, 1, ${anHourAgo})`,
    `insert into notification_delivery (id, notification_id, channel, next_attempt_at)
     values (uuidv7(), uuidv7(), 'EMAIL', ${anHourAgo}), (uuidv7(), uuidv7(), 'EMAIL', now() + interval '1 day')`,
    `insert into outgoing_mail (id, recipient, subject, sealed_body, created_at)
     values (uuidv7(), 'x', 'x', '', ${anHourAgo})`,
    `insert into settlement_batch (id, asset, direction, created_at) values (uuidv7(), 'GEM', 'BURN', ${anHourAgo})`,
    `insert into project_submission (id, user_id, course_id, attempt, status, assessment_status, project, created_at,
       updated_at, submitted_at, review_cause, review_requested_at)
     values (uuidv7(), uuidv7(), uuidv7(), 1, 'SUBMITTED', 'PENDING', '{}', now(), now(), ${anHourAgo}, null, null),
       (uuidv7(), uuidv7(), uuidv7(), 1, 'UNDER_REVIEW', 'FAILED', '{}', now(), now(), now(), 'APPEAL', ${anHourAgo})`,
    `insert into battle_room (id, kind, state, stake, seed, start_deadline, created_at)
     values (uuidv7(), 'QUEUE', 'IN_PROGRESS', 0, uuidv7(), now(), ${anHourAgo}),
       (uuidv7(), 'FRIEND', 'WAITING', 0, uuidv7(), now(), ${aYearAgo})`,
    `insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at)
     select uuidv7(), uuidv7(), uuidv7(), 'QUEUED', true, 0, 0, now(), now() from ${series(3)}`,
    contests(1, `now() - interval '2 hours', ${anHourAgo}, null, null, null`),
    contests(2, `now(), now() + interval '1 hour', null, null, null`),
    contests(1, `${aYearAgo}, now(), 'SETTLED', ${anHourAgo}, null`),
    `insert into ledger_audit (id, requested_at, finished_at, is_ok, discrepancies)
     values (uuidv7(), now(), ${anHourAgo}, false, '["one", "two"]'), (uuidv7(), now(), null, null, null)`,
    `insert into roadmap (user_id, career_goal, status, created_at) values (uuidv7(), 'x', 'generating', now())`,
    `insert into outbox (id, job, data, created_at) values (uuidv7(), 'unknown.job', '{}', ${anHourAgo})`,
    `insert into leaderboard_score_change (period, starts_on, user_id) values ('WEEK', now(), uuidv7())`,
    `insert into chain_sender (address, genesis_hash, next_nonce, gas_day, gas_used_today)
     values ('0x', '0x', 1, (now() at time zone 'UTC')::date, 500000000)`,
    `insert into pgboss.job (name, state, start_after, created_on)
     values ('mail.send', 'created', ${anHourAgo}, ${anHourAgo}), ('mail.send', 'created', now() + interval '1 day', now()),
       ('dead-letters', 'created', now(), now())`,
    `update pgboss.queue set queued_count = 7, active_count = 2 where name = 'mail.send'`,
  ]
}

const config = readConfig({ LYCEUM_ENV: 'test' })

async function readAll(): Promise<{ readings: Record<string, MetricValue>; plans: QueryPlan[] }> {
  const readings: Record<string, MetricValue> = {}
  const plans = await queryPlansOf(fixture.database, async (db) => {
    for (const metrics of createDatabaseMetrics(config)) Object.assign(readings, await metrics.read(db))
  })
  return { readings, plans }
}

const anHour = 'an hour'
/** An age of one hour, with tolerance for the duration of the test. */
const rounded = (value: number) => (value >= HOUR && value < HOUR + 600 ? anHour : value)
const inWords = (readings: Record<string, MetricValue>) =>
  Object.fromEntries(
    Object.entries(readings).map(([name, reading]) => {
      if (reading === null || typeof reading === 'number') return [name, reading && rounded(reading)]
      const values = Object.entries(reading.values).map(([value, count]) => [value, rounded(count)])
      return [name, { ...reading, values: Object.fromEntries(values) }]
    }),
  )
const by = (label: string, values: Record<string, unknown>) => ({ label, values })

test('pending rows are counted with their age, and finished rows are not', async () => {
  const { readings } = await readAll()
  expect(inWords(readings)).toEqual({
    lyceum_database_size_bytes: expect.any(Number),
    lyceum_outbox_rows: 1,
    lyceum_outbox_oldest_seconds: anHour,
    lyceum_jobs_waiting: by('queue', { 'mail.send': 7 }),
    lyceum_jobs_active: by('queue', { 'mail.send': 2 }),
    lyceum_jobs_oldest_seconds: by('queue', { 'mail.send': anHour }),
    lyceum_jobs_dead_letters: 1,
    lyceum_mail_pending: 1,
    lyceum_mail_oldest_seconds: anHour,
    lyceum_ledger_audit_discrepancies: 2,
    lyceum_ledger_audit_age_seconds: anHour,
    lyceum_battles_open: by('state', { WAITING: 1, IN_PROGRESS: 1 }),
    lyceum_battles_in_progress_oldest_seconds: anHour,
    lyceum_battles_queued: 3,
    lyceum_contests: by('state', { upcoming: 0, live: 2, overdue: 1 }),
    lyceum_contests_unsettled_oldest_seconds: anHour,
    lyceum_contests_unfinished_oldest_seconds: anHour,
    lyceum_assessments_pending: 1,
    lyceum_assessments_pending_oldest_seconds: anHour,
    lyceum_reviews_pending: 1,
    lyceum_reviews_pending_oldest_seconds: anHour,
    lyceum_roadmap_rankings_pending: 1,
    lyceum_leaderboard_score_changes_pending: 1,
    lyceum_notification_deliveries_pending: 2,
    lyceum_notification_deliveries_overdue_seconds: anHour,
    lyceum_webhook_events_pending: by('state', { PENDING: 1, UNMATCHED: 1, DEAD: 1 }),
    lyceum_webhook_events_oldest_seconds: anHour,
    lyceum_payment_orders_open: by('status', {
      PENDING_PAYMENT: 0,
      PAYMENT_RECEIVED: 0,
      PROCESSING: 2,
      PAYOUT_SENT: 0,
      REFUND_PENDING: 0,
      UNDER_REVIEW: 0,
    }),
    lyceum_payment_orders_oldest_seconds: by('status', {
      PENDING_PAYMENT: 0,
      PAYMENT_RECEIVED: 0,
      PROCESSING: anHour,
      PAYOUT_SENT: 0,
      REFUND_PENDING: 0,
      UNDER_REVIEW: 0,
    }),
    lyceum_chain_transactions_pending: by('state', { queued: 1, sent: 1 }),
    lyceum_chain_transactions_oldest_seconds: by('state', { queued: anHour, sent: anHour }),
    lyceum_relayer_daily_gas_remaining: 1_500_000_000,
    lyceum_relayer_daily_gas_limit: 2_000_000_000,
    lyceum_settlement_pending: 1,
    lyceum_settlement_pending_oldest_seconds: anHour,
    lyceum_certificate_mints_pending: 1,
    lyceum_certificate_mints_pending_oldest_seconds: anHour,
    lyceum_badge_mints_pending: 1,
    lyceum_badge_mints_pending_oldest_seconds: anHour,
  })
})

test('no metric scans the finished rows', async () => {
  const { plans } = await readAll()
  // These tables contain only pending rows, or one row per queue or key.
  const small = ['outbox', 'queue', 'leaderboard_score_change', 'chain_sender']
  expect(scannedTables(plans).filter((table) => !small.includes(table))).toEqual([])
  const maxMs = Math.max(...plans.map(({ pages }) => pages))
  reportMeasurement(
    `metrics: ${plans.length} statements for all figures of the state, ${maxMs} pages at most for one`,
  )
  expect(maxMs).toBeLessThan(60)
})

test('without a chain no chain metrics are exported', () => {
  const names = createDatabaseMetrics(readConfig({ LYCEUM_ENV: 'test', CHAIN: 'off' })).flatMap(({ help }) =>
    Object.keys(help),
  )
  expect(names).toContain('lyceum_outbox_rows')
  expect(names.filter((name) => /chain|relayer|certificates|badges|settlement/.test(name))).toEqual([])
})
