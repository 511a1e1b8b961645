import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createTestDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { openTestPlatform, type TestPlatform } from '../../test/harness/platform.ts'
import { addMs, HOUR_MS, MINUTE_MS } from '../platform/clock.ts'
import type { WritableDb } from '../platform/db/database.ts'
import { newId, smallestIdAt } from '../platform/ids.ts'
import type { JobHandler } from '../platform/transaction/define-job.ts'
import { createJobHandlers } from './jobs.ts'

let testDatabase: TestDatabase
let platform: TestPlatform
let sweeps: JobHandler[]
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  platform = await openTestPlatform(testDatabase)
  sweeps = createJobHandlers(platform).filter(({ hasWork }) => hasWork)
})
afterAll(async () => {
  await platform.close()
  await testDatabase.drop()
})

const DUE = new Date('2026-03-01T12:00:00.000Z')
const EARLY = addMs(DUE, -MINUTE_MS)
/** Some sweeps leave work to its own job for up to an hour. */
const LATE = addMs(DUE, 2 * HOUR_MS)
const DAY_LATER = addMs(LATE, 24 * HOUR_MS)
const id = newId

interface Work {
  sweep: string
  table: string
  /** Work of any time has no early check. */
  isTimeless?: boolean
  insert: (statement: WritableDb) => Promise<unknown>
}

/** A row of work for each sweep, due at `DUE`. */
const WORK: Work[] = [
  {
    sweep: 'admin.count_daily_stats',
    table: 'lesson_completion',
    insert: (statement) => statement`
      insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
      values (${smallestIdAt(DUE)}, ${id()}, ${id()}, ${id()}, ${DUE})`,
  },
  {
    sweep: 'admin.count_daily_stats',
    table: 'daily_stat',
    isTimeless: true,
    insert: (statement) => statement`
      insert into daily_stat (day, kind, shard, count) values ('2026-02-01', 'ACTIVE', 3, 1)`,
  },
  {
    sweep: 'capstones.reconcile',
    table: 'project_submission',
    insert: (statement) => statement`
      insert into project_submission
        (id, user_id, course_id, attempt, status, assessment_status, project, created_at, updated_at, submitted_at)
      values (${id()}, ${id()}, ${id()}, 1, 'SUBMITTED', 'PENDING', '{}', ${DUE}, ${DUE}, ${DUE})`,
  },
  {
    sweep: 'capstones.reconcile',
    table: 'project_file',
    insert: (statement) => statement`
      insert into project_file (id, user_id, position, name, content_type, size_bytes, created_at)
      values (${id()}, ${id()}, 1, 'jar.sol', 'text/plain', 1, ${DUE})`,
  },
  {
    sweep: 'publishing.publish_scheduled',
    table: 'course',
    insert: (statement) => statement`
      insert into course (id, key, title, description, category, level, topic_id, bonus_xp, bonus_gems, updated_at, schedule)
      values (${id()}, 'jars', 'Jars', 'About jars.', 'none', 'BEGINNER', ${id()}, 0, 0, ${DUE},
        ${{ publishAt: DUE.toISOString() }}::jsonb)`,
  },
  {
    sweep: 'certificates.retry_due_transactions',
    table: 'certificate',
    insert: (statement) => statement`
      insert into certificate (id, user_id, course_id, number, course_title, course_description, metadata_cid, issued_at, retry_at)
      values (${id()}, ${id()}, ${id()}, 'LYC-2026-0123ABCD', 'Jars', 'About jars.', 'cid', ${DUE}, ${DUE})`,
  },
  {
    sweep: 'contests.reconcile',
    table: 'contest',
    insert: (statement) =>
      insertContest(statement, { startsAt: addMs(DUE, -HOUR_MS), endsAt: DUE, isReminded: true }),
  },
  {
    sweep: 'contests.reconcile',
    table: 'contest',
    insert: (statement) =>
      insertContest(statement, { startsAt: addMs(LATE, MINUTE_MS), endsAt: DAY_LATER, isReminded: false }),
  },
  {
    sweep: 'contests.create_planned_runs',
    table: 'contest_plan',
    insert: (statement) => statement`
      insert into contest_plan (id, owner_id, status, terms, next_starts_at, due_at, created_at, updated_at)
      values (${id()}, ${id()}, 'RUNNING', '{}', ${DAY_LATER}, ${DUE}, ${DUE}, ${DUE})`,
  },
  {
    sweep: 'leaderboards.close_league_weeks',
    table: 'league_week',
    isTimeless: true,
    insert: (statement) => statement`insert into league_week (starts_on) values ('2026-02-16')`,
  },
  {
    sweep: 'leaderboards.close_league_weeks',
    table: 'league_member',
    isTimeless: true,
    // The week of `DUE`, which has not ended.
    insert: async (statement) => {
      await statement`insert into league_week (starts_on) values ('2026-02-23')`
      await statement`insert into league_member (user_id, starts_on, joined_at) values (${id()}, '2026-02-23', ${DUE})`
    },
  },
  {
    sweep: 'mastery.fold_answers',
    table: 'mastery_answer',
    isTimeless: true,
    insert: (statement) => statement`
      insert into mastery_answer (user_id, question_id, is_correct, is_repeat, answered_at)
      values (${id()}, ${id()}, true, false, ${DUE})`,
  },
  {
    sweep: 'notifications.deliver_due',
    table: 'notification_delivery',
    insert: (statement) => statement`
      insert into notification_delivery (id, notification_id, channel, next_attempt_at)
      values (${id()}, ${id()}, 'EMAIL', ${DUE})`,
  },
  {
    sweep: 'broadcasts.send_running',
    table: 'broadcast',
    insert: (statement) => statement`
      insert into broadcast (id, name, type, texts, fallback_language, link, channels, segment, messages_per_second, status,
        created_by, created_at, updated_at, send_at, next_step_at)
      values (${id()}, 'News', 'SYSTEM', '{"en": {}}', 'en', '', '[]', '{}', 1, 'SCHEDULED', ${id()}, ${DUE}, ${DUE}, ${DUE}, ${DUE})`,
  },
  {
    sweep: 'payment_orders.reconcile_due_orders',
    table: 'payment_order',
    insert: (statement) => statement`
      insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
        token_amount, rate, fee, method, created_at, updated_at, next_poll_at)
      values (${id()}, ${id()}, ${id()}, 'ON_RAMP', 'PROCESSING', 'sandbox', 'KES', 100, 'USDT', 1, 1, 0, 'BANK', ${DUE}, ${DUE}, ${DUE})`,
  },
  {
    sweep: 'webhooks.process_events',
    table: 'webhook_event',
    insert: (statement) => statement`
      insert into webhook_event (id, source, event_id, body, body_digest, received_at, next_attempt_at)
      values (${id()}, 'contracts', 'event', '', '', ${DUE}, ${DUE})`,
  },
]

async function insertContest(
  statement: WritableDb,
  { startsAt, endsAt, isReminded }: { startsAt: Date; endsAt: Date; isReminded: boolean },
): Promise<void> {
  await statement`
    insert into contest (id, title, description, type, entry_fee_gems, guaranteed_pool_gems, prize_table, min_participants,
      starts_at, ends_at, question_ids, seed, reminded_at, created_at)
    values (${id()}, 'Jars', '', 'PUBLIC', 0, 0, '{100}', 1, ${startsAt}, ${endsAt}, array[${id()}]::uuid[], 'seed',
      ${isReminded ? startsAt : null}, ${EARLY})`
}

/** The names of the sweeps that would start. */
async function sweepsWithWork(now: Date): Promise<string[]> {
  const found: string[] = []
  for (const { job, hasWork } of sweeps) if (await hasWork!(now)) found.push(job.name)
  return found
}

/** Without foreign keys: a sweep looks only at the row of its own work. */
async function change(work: (statement: WritableDb) => Promise<unknown>): Promise<void> {
  await testDatabase.database.transaction(async ({ statement }) => {
    await statement`set local session_replication_role = replica`
    await work(statement)
  })
}

test('without work no sweep starts', async () => {
  expect(sweeps.length).toBeGreaterThan(10)
  expect(await sweepsWithWork(LATE)).toEqual([])
})

test('each sweep starts when its work is due, and none of the others', async () => {
  expect([...new Set(WORK.map(({ sweep }) => sweep))].sort()).toEqual(
    sweeps.map(({ job }) => job.name).sort(),
  )
  for (const { sweep, table, isTimeless, insert } of WORK) {
    await change(insert)
    const early = await sweepsWithWork(EARLY)
    expect([table, early]).toEqual([table, isTimeless ? [sweep] : []])
    expect([table, await sweepsWithWork(LATE)]).toEqual([table, [sweep]])
    await testDatabase.database.transaction(({ raw }) => raw(`delete from ${table}`, []))
  }
})
