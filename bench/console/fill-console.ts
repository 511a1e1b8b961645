const TRANSFERS_A_USER = 5
const USERS_A_STATEMENT = 100_000
/** Accounts are spread over these days, and learners are active on the last 30 of them. */
const DAYS = 360

/**
 * Fills a migrated database with what staff look at: users of a year, five transfers of two entries for each, days of activity,
 * lessons, orders, certificates and battles. Ids contain the time of their row, as those of the service do, and rows are written
 * about in the order of their times. Without triggers and foreign keys, and with the indexes of the largest tables built at the end.
 */
export async function fillConsole(url: string, users: number): Promise<void> {
  const sql = new Bun.SQL(url, { max: 1 })
  try {
    await sql`set session_replication_role = replica`
    await sql`set synchronous_commit = off`
    await sql`set maintenance_work_mem = '512MB'`
    const indexes: { name: string; definition: string }[] = await sql`
      select indexname as name, indexdef as definition from pg_indexes
      where schemaname = 'public' and tablename in ('user_account', 'ledger_transfer', 'ledger_entry', 'streak_day')
        and indexname not in (select conname from pg_constraint)`
    for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
    await sql.unsafe(ID_AT)
    for (let from = 0; from < users; from += USERS_A_STATEMENT) {
      const count = Math.min(USERS_A_STATEMENT, users - from)
      await fillUsers(sql, { from, count, users })
      await fillHistory(sql)
    }
    for (const { definition } of indexes) await sql.unsafe(definition)
    await sql`
      insert into ledger_balance (account, asset, balance)
      select account, asset, sum(amount) from ledger_entry where account not like 'house:%' group by account, asset
      on conflict (account, asset) do update set balance = excluded.balance`
    await sql`reset session_replication_role`
    await sql`vacuum analyze`
    await sql`checkpoint`
  } finally {
    await sql.close()
  }
}

/** A version 7 id of a time. */
const ID_AT = `
  create function pg_temp.id_at(at timestamptz) returns uuid language sql volatile return
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
      || '8' || substr(md5(random()::text), 1, 15))::uuid`

async function fillUsers(
  sql: Bun.SQL,
  { from, count, users }: { from: number; count: number; users: number },
) {
  await sql`drop table if exists seeded`
  await sql`
    create temporary table seeded as
    select number, at, pg_temp.id_at(at) as id
    from (
      select number, now() - interval '1 day' * ${DAYS}::int * (1 - number::float8 / ${users}::int) as at
      from generate_series(${from}::int, ${from + count - 1}::int) number
    ) spread`
  await sql`
    insert into user_account (id, email, username, created_at)
    select id, 'seeded' || number || '@example.com', 'seeded_' || number, at from seeded`
}

/** What each of the users did after the sign-up. */
async function fillHistory(sql: Bun.SQL) {
  await sql`drop table if exists paid`
  await sql`
    create temporary table paid as
    select pg_temp.id_at(paid_at) as transfer_id, id as user_id, paid_at as at, line
    from seeded, generate_series(1, ${TRANSFERS_A_USER}::int) line,
      lateral (select least(now() - interval '10 minutes', at + interval '1 day' * (line - random())) as paid_at) moment`
  await sql`
    insert into ledger_transfer (id, source, reason, created_at)
    select transfer_id, 'bench:' || user_id || ':' || line,
      (array['lesson completed', 'course completed', 'streak milestone', 'battle won', 'contest prize'])[line], at from paid`
  await sql`
    insert into ledger_entry (transfer_id, line, account, asset, amount, created_at)
    select transfer_id, side, case side when 1 then 'house:issuance' else 'user:' || user_id end, 'GEM',
      case side when 1 then -10 else 10 end, at
    from paid, generate_series(1, 2) side`
  await sql`
    insert into streak_day (user_id, day, status)
    select id, (current_date - ago)::date, 'DONE' from seeded, generate_series(0, 29) ago
    where random() < 0.1 and at::date <= current_date - ago`
  await sql`
    insert into lesson_completion (id, user_id, lesson_id, course_id, completed_at, time_spent_seconds)
    select pg_temp.id_at(at), user_id, transfer_id, transfer_id, at, 240 from paid where line = 1`
  await sql`
    insert into enrollment (id, user_id, course_id, enrolled_at, completed_at)
    select transfer_id, user_id, transfer_id, at, case when random() < 0.2 then at end
    from paid where line = 1 and random() < 0.2`
  await sql`
    insert into payment_order (id, quote_id, user_id, direction, status, provider, fiat_currency, fiat_amount, asset,
      token_amount, rate, fee, method, provider_order_id, created_at, updated_at)
    select transfer_id, transfer_id, user_id, 'ON_RAMP', 'COMPLETED', 'sandbox', 'KES', 10000, 'GEMS', 10, 1, 100, 'MPESA',
      'bench-' || transfer_id, at, at
    from paid where line = 1 and random() < 0.1`
  await sql`
    insert into payment_order_transition (id, order_id, from_status, to_status, reason, at)
    select pg_temp.id_at(paid.at), payment_order.id, 'PROCESSING', 'COMPLETED', 'bench', paid.at
    from paid join payment_order on payment_order.id = transfer_id`
  await sql`
    insert into certificate (id, user_id, course_id, number, student_name, course_title, course_description, issued_at,
      metadata_cid, status, token_id, transaction_hash)
    select transfer_id, user_id, transfer_id, 'LYC-2026-' || translate(upper(substr(md5(transfer_id::text), 1, 8)), 'ILOU', '1100'),
      'Amina', 'Keys', '', at, 'cid', 'MINTED', '1', '0x' from paid where line = 2 and random() < 0.1
    on conflict do nothing`
  await sql`
    insert into battle_room (id, kind, state, stake, seed, bot_difficulty, start_deadline, created_at, ended_at, reason)
    select pg_temp.id_at(at), case when is_bot then 'BOT' else 'QUEUE' end, 'FINISHED', case when is_bot then 0 else 5 end,
      transfer_id, case when is_bot then 'EASY' end, at, at, at, case when random() < 0.05 then 'FORFEIT' else 'COMPLETED' end
    from (select paid.*, random() < 0.3 as is_bot from paid where line = 3 and random() < 0.2) as played`
  await sql`
    insert into battle_entry (id, user_id, session_id, status, is_live, stake, rating, joined_at, expires_at, ended_at,
      room_id, seat, result)
    select transfer_id, user_id, transfer_id, 'MATCHED', false, room.stake, 1500, at, at, at, room.id, 0, 'WIN'
    from paid join battle_room as room on room.seed = transfer_id where line = 3`
}
