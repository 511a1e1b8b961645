import { fillBoards } from '../leaderboard/fill-boards.ts'

const ENTRIES_A_USER = 10
const NOTIFICATIONS_A_USER = 5
const TRANSFERS_A_STATEMENT = 500_000

/**
 * Fills a migrated database with learners who have a history: half a course, ten ledger entries, ten cards
 * to review, an inbox, a referrer and a contest entry. Uses SQL without triggers, because a million learners would take days through
 * the API. Writes the rows of the triggers itself, so that the ledger audit passes.
 */
export async function fillDatabase(url: string, users: number): Promise<void> {
  await fillBoards(url, users)
  const sql = new Bun.SQL(url, { max: 1 })
  try {
    await sql`set session_replication_role = replica`
    await sql`set synchronous_commit = off`
    await fillCourses(sql)
    await fillRewards(sql)
    await fillInboxes(sql)
    await fillReferrals(sql)
    await fillContest(sql)
    await fillReviews(sql)
    await sql`reset session_replication_role`
    await sql`vacuum analyze`
    await sql`checkpoint`
  } finally {
    await sql.close()
  }
}

async function fillCourses(sql: Bun.SQL) {
  await sql`
    create temporary table taken as
    select account.id as user_id, course.id as course_id
    from (select id, row_number() over (order by id) as number from user_account) account
    join (select id, row_number() over (order by key) as number, count(*) over () as count from course
      where not is_premium and archived_at is null) course
      on account.number % course.count + 1 = course.number`
  await sql`
    insert into enrollment (id, user_id, course_id, enrolled_at)
    select uuidv7(), user_id, course_id, now() from taken
    on conflict do nothing`
  await sql`
    insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at)
    select uuidv7(), user_id, lesson.id, course_id, now()
    from taken join lesson using (course_id) where lesson.position <= 2 and lesson.archived_at is null
    on conflict do nothing`
}

/** Lessons with a reward: one transfer each from the house to the learner, besides the welcome gift. */
async function fillRewards(sql: Bun.SQL) {
  const [{ count }] = await sql`select count(*)::int as count from user_account`
  const transfers = count * ENTRIES_A_USER
  await sql`
    create temporary table earner as
    select id, row_number() over (order by id) - 1 as number from user_account`
  await sql`create unique index on earner (number)`
  for (let from = 0; from < transfers; from += TRANSFERS_A_STATEMENT) {
    const through = Math.min(from + TRANSFERS_A_STATEMENT, transfers) - 1
    await sql`drop table if exists paid`
    await sql`
      create temporary table paid as
      select uuidv7() as transfer_id, earner.id as user_id, place
      from generate_series(${from}::int, ${through}::int) as place join earner on earner.number = place % ${count}::int`
    await sql`
      insert into ledger_transfer (id, source, reason, created_at)
      select transfer_id, 'bench-lesson:' || place, 'lesson', now() from paid`
    await sql`
      insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
      select transfer_id, line, case line when 0 then 'house:issuance' else 'user:' || user_id end, 'XP',
        case line when 0 then -20 else 20 end, now()
      from paid cross join generate_series(0, 1) as line`
  }
  await sql`
    insert into ledger_balance (account, asset, balance)
    select 'user:' || id, 'XP', ${20 * ENTRIES_A_USER} from user_account
    on conflict (account, asset) do update set balance = ledger_balance.balance + excluded.balance`
}

/** Ten cards for each learner, half of them due, and the log of their first answers. */
async function fillReviews(sql: Bun.SQL) {
  await sql`insert into review_learner (user_id) select id from user_account on conflict do nothing`
  await sql`
    insert into review_card (id, user_id, question_id, source, created_at, repetitions, logged_answers, stability,
      difficulty, last_reviewed_on, due_on)
    select uuidv7(), account.id, asked.id, 'LESSON', now(), 1, 1, 3, 5, current_date - 3, current_date - 5 + number::integer
    from user_account account cross join (
      select id, row_number() over (order by id) as number from question
      where use = 'PRACTICE' and type = 'SINGLE_CHOICE' and archived_at is null order by id limit 10) asked
    on conflict do nothing`
  await sql`
    insert into review_log (card_id, number, user_id, repetition, source, is_correct, rating, answered_at, before, after)
    select id, 1, user_id, 1, 'LESSON', true, 'GOOD', now(), '{}', '{}' from review_card
    on conflict do nothing`
}

async function fillInboxes(sql: Bun.SQL) {
  await sql`
    insert into notification (id, user_id, type, dedup_key, title, body, link, language, in_inbox, created_at)
    select uuidv7(), id, 'SYSTEM', 'bench:' || number, 'Something new', 'There is something new to learn.', '/', 'en', true, now()
    from user_account cross join generate_series(1, ${NOTIFICATIONS_A_USER}) as number
    on conflict do nothing`
  await sql`
    insert into notification_count (user_id, type, total, unread)
    select id, 'SYSTEM', ${NOTIFICATIONS_A_USER}, ${NOTIFICATIONS_A_USER} from user_account
    on conflict (user_id, type) do nothing`
}

/** Each learner was invited by the previous one, so chains are long and no learner has many referrals. */
async function fillReferrals(sql: Bun.SQL) {
  await sql`
    insert into referral_member (user_id, joined_at, inviter_id, invited_at, last_lesson_at)
    select id, now(), inviter, case when inviter is not null then now() end, now()
    from (select id, lag(id) over (order by id) as inviter from user_account) as chain
    on conflict (user_id) do nothing`
}

/** All learners take part in one open contest, and a hundred have submitted. */
async function fillContest(sql: Bun.SQL) {
  const [contest] =
    await sql`select id from contest where starts_at <= now() and ends_at > now() and outcome is null limit 1`
  if (!contest) throw new Error('the demo has no contest that is open')
  await sql`
    insert into contest_participant (contest_id, user_id, joined_at, started_at, submitted_at, score, correct_count, time_taken_ms)
    select ${contest.id}, id, now(), now(), case when handed_in then now() end, case when handed_in then 80 end,
      case when handed_in then 4 end, case when handed_in then 60000 + number end
    from (select id, row_number() over (order by id) as number from user_account) account,
      lateral (select number <= 100 as handed_in) as fate
    on conflict do nothing`
}
