import { ALL_TIME, boardAt } from '../../src/modules/leaderboards/period.ts'
import { openBoards } from './boards.ts'

/**
 * Fills a migrated database with users and scores on three boards. Skips foreign key checks, which cost most
 * of the time and cannot fail here. The product's own job compacts the boards until no work is left.
 */
export async function fillBoards(url: string, users: number): Promise<void> {
  const sql = new Bun.SQL(url, { max: 1 })
  const now = new Date()
  const boards = [boardAt('week', now), boardAt('month', now), ALL_TIME]
  try {
    await sql`set session_replication_role = replica`
    await sql`set synchronous_commit = off`
    await sql`
      insert into user_account (id, email, username, created_at)
      select uuidv7(), 'seeded' || number || '@example.com', 'seeded_' || number, ${now}
      from generate_series(1, ${users}) number`
    await fillLedger(sql, now)
    await sql`
      insert into streak (user_id, current_days, longest_days, started_on, last_day, last_at, last_time_zone)
      select id, 1, 1, ${now}::timestamptz::date, ${now}::timestamptz::date, ${now}, 'UTC' from user_account
      on conflict do nothing`
    // Few users have high scores and many have low ones, in steps of five, so that ties occur.
    await sql`
      insert into period_score (user_id, period, starts_on, xp, reached_at)
      select id, board.period, board."startsOn", xp, ${now}::timestamptz - interval '1 day' * random()
      from (select id, 5 + 5 * (-300 * ln(1 - random()))::bigint as xp from user_account) scored,
        jsonb_to_recordset(${boards}::jsonb) as board (period text, "startsOn" date)
      on conflict do nothing`
    // Demo users have scores already; the count below contains them.
    await sql`delete from leaderboard_score_change`
    await sql`delete from leaderboard_rank_index`
    await sql`delete from leaderboard`
    await sql`
      insert into leaderboard (period, starts_on, members, first_award_at)
      select period, starts_on, count(*), min(reached_at) from period_score group by period, starts_on`
    await sql`reset session_replication_role`
    await sql`vacuum analyze`
    await compactUntilStable(url, sql)
    await sql`vacuum analyze`
    await sql`checkpoint`
  } finally {
    await sql.close()
  }
}

/** The job only visits boards with score changes: awards XP once per run until the rank index is complete. */
async function compactUntilStable(url: string, sql: Bun.SQL) {
  const product = openBoards(url, 1)
  try {
    const [someone] = await sql`select id from user_account limit 1`
    for (let before = -1, count = 0; count !== before; ) {
      await product.award(someone.id, 5, new Date())
      await product.compact()
      before = count
      count = (await sql`select count(*)::integer as count from leaderboard_rank_index`)[0].count
    }
  } finally {
    await product.close()
  }
}

/** Gives gems to all users, ten thousand users per transfer, so that the ledger audit passes. */
async function fillLedger(sql: Bun.SQL, now: Date) {
  await sql`
    create temporary table gift as
    select id, (number - 1) / 10000 as batch, 1 + (number - 1) % 10000 as line, 1 + (random() * 500)::integer as gems
    from (select id, row_number() over (order by id) as number from user_account) numbered`
  await sql`
    create temporary table gift_batch as
    select batch, uuidv7() as transfer_id, sum(gems) as gems from gift group by batch`
  await sql`
    insert into ledger_transfer (id, source, reason, created_at)
    select transfer_id, 'bench:' || batch, 'gift', ${now} from gift_batch`
  await sql`
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select transfer_id, 0, 'house:grants', 'GEM', -gems, ${now}::timestamptz from gift_batch
    union all
    select transfer_id, line, 'user:' || id, 'GEM', gift.gems, ${now} from gift join gift_batch using (batch)`
  await sql`
    insert into ledger_balance (account, asset, balance) select 'user:' || id, 'GEM', gems from gift
    on conflict (account, asset) do update set balance = ledger_balance.balance + excluded.balance`
}
