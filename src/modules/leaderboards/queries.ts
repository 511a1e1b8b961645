import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Board, Period } from './period.ts'

export interface Score {
  userId: UserId
  xp: number
}

interface Award {
  userId: UserId
  xp: number
  at: Date
  week: Board
  month: Board
}

/**
 * Adds XP to a user's week, month and all time, and notes who left which place. The row of all time comes first:
 * it makes two awards of one user wait for each other, and it is what says whether the user is hidden.
 */
export async function addXp(tx: Tx, { userId, xp, at, week, month }: Award): Promise<void> {
  await tx`
    with lasting as (
      insert into period_score as held (user_id, period, starts_on, xp, reached_at)
      values (${userId}, 'all-time', 'epoch', ${xp}, ${at})
      on conflict (user_id, period, starts_on) do update
        set xp = held.xp + excluded.xp, reached_at = greatest(held.reached_at, excluded.reached_at)
      returning new.period, new.starts_on, old.xp as old_xp, old.reached_at as old_reached_at,
        new.xp as new_xp, new.reached_at as new_reached_at, new.is_hidden
    ), passing as (
      insert into period_score as held (user_id, period, starts_on, xp, reached_at, is_hidden)
      select ${userId}, board.period, board.starts_on, ${xp}, ${at}, lasting.is_hidden
      from lasting, (values ('month', ${month.startsOn}::date), ('week', ${week.startsOn}::date)) board (period, starts_on)
      on conflict (user_id, period, starts_on) do update
        set xp = held.xp + excluded.xp, reached_at = greatest(held.reached_at, excluded.reached_at)
      returning new.period, new.starts_on, old.xp as old_xp, old.reached_at as old_reached_at,
        new.xp as new_xp, new.reached_at as new_reached_at, new.is_hidden
    )
    insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at)
    select period, starts_on, ${userId}, old_xp, old_reached_at, new_xp, new_reached_at
    from (select * from lasting union all select * from passing) moved
    where not is_hidden`
}

/** The same for many users at once, each of whom is named once. */
export async function addXpToUsers(
  tx: Tx,
  awards: readonly Score[],
  { at, week, month }: Omit<Award, 'userId' | 'xp'>,
): Promise<void> {
  const given = awards.map(({ userId, xp }) => ({ userId, xp }))
  await tx`
    with given as (
      select "userId" as user_id, xp from jsonb_to_recordset(${given}::jsonb) as row ("userId" uuid, xp bigint)
    ), lasting as (
      insert into period_score as held (user_id, period, starts_on, xp, reached_at)
      select user_id, 'all-time', 'epoch', xp, ${at} from given order by user_id
      on conflict (user_id, period, starts_on) do update
        set xp = held.xp + excluded.xp, reached_at = greatest(held.reached_at, excluded.reached_at)
      returning new.user_id, new.period, new.starts_on, old.xp as old_xp, old.reached_at as old_reached_at,
        new.xp as new_xp, new.reached_at as new_reached_at, new.is_hidden
    ), passing as (
      insert into period_score as held (user_id, period, starts_on, xp, reached_at, is_hidden)
      select lasting.user_id, board.period, board.starts_on, given.xp, ${at}, lasting.is_hidden
      from lasting join given on given.user_id = lasting.user_id,
        (values ('month', ${month.startsOn}::date), ('week', ${week.startsOn}::date)) board (period, starts_on)
      order by lasting.user_id, board.period
      on conflict (user_id, period, starts_on) do update
        set xp = held.xp + excluded.xp, reached_at = greatest(held.reached_at, excluded.reached_at)
      returning new.user_id, new.period, new.starts_on, old.xp as old_xp, old.reached_at as old_reached_at,
        new.xp as new_xp, new.reached_at as new_reached_at, new.is_hidden
    )
    insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at)
    select period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at
    from (select * from lasting union all select * from passing) moved
    where not is_hidden`
}

/**
 * Takes XP off a user's week, month and all time, of each as much as there is. A score of nothing is no score; but the
 * row of all time stays when it is what says that the user is hidden.
 */
export async function subtractXp(tx: Tx, { userId, xp, week, month }: Omit<Award, 'at'>): Promise<void> {
  await lockAllTimeScore(tx, userId)
  await tx`
    with lowered as (
      update period_score set xp = greatest(xp - ${xp}, 0)
      where user_id = ${userId} and (xp > ${xp} or (is_hidden and period = 'all-time'))
        and (period, starts_on) in (('all-time', 'epoch'), ('month', ${month.startsOn}::date), ('week', ${week.startsOn}::date))
      returning period, starts_on, old.xp as old_xp, old.reached_at as old_reached_at, new.xp as new_xp,
        new.reached_at as new_reached_at, new.is_hidden
    ), gone as (
      delete from period_score
      where user_id = ${userId} and xp <= ${xp} and not (is_hidden and period = 'all-time')
        and (period, starts_on) in (('all-time', 'epoch'), ('month', ${month.startsOn}::date), ('week', ${week.startsOn}::date))
      returning period, starts_on, xp as old_xp, reached_at as old_reached_at, null::bigint as new_xp,
        null::timestamptz as new_reached_at, is_hidden
    )
    insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at)
    select period, starts_on, ${userId}, old_xp, old_reached_at, new_xp, new_reached_at
    from (select * from lowered union all select * from gone) moved
    where not is_hidden`
}

interface PageRow {
  total: number
  firstAwardAt: Date | null
  userId: UserId | null
  xp: bigint | null
}

/** From here on a page is looked up from the nearest milestone instead of being counted off from the top. */
const DEEP_OFFSET = 2_000

/** A page of a board, with the size of the whole. */
export async function listPage(
  db: Db,
  board: Board,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; firstAwardAt: Date | null; scores: Score[] }> {
  const rows = await db<PageRow>`
    select (coalesce(counted.members, 0) + moved.came - moved.went)::integer as total,
      least(counted.first_award_at, moved.first_at) as "firstAwardAt", score.user_id as "userId", score.xp
    from (
      select count(*) as moves, count(new_xp) as came, count(old_xp) as went, min(new_reached_at) as first_at
      from leaderboard_score_change where period = ${board.period} and starts_on = ${board.startsOn}::date
    ) moved
    left join leaderboard counted
      on counted.period = ${board.period} and counted.starts_on = ${board.startsOn}::date
    left join lateral (
      -- A move shifts a milestone by one at most, so this one cannot have come to stand behind the page.
      select m.xp, m.reached_at, m.user_id, m.ahead from leaderboard_rank_index m
      where ${offset}::bigint >= ${DEEP_OFFSET}::bigint
        and m.period = ${board.period} and m.starts_on = ${board.startsOn}::date and m.ahead <= ${offset} - moved.moves
      order by -m.xp desc, m.reached_at desc, m.user_id desc limit 1
    ) milestone on true
    cross join lateral (
      select coalesce(milestone.ahead, 0)
        + count(*) filter (where (-new_xp, new_reached_at, user_id) < (-milestone.xp, milestone.reached_at, milestone.user_id))
        - count(*) filter (where (-old_xp, old_reached_at, user_id) < (-milestone.xp, milestone.reached_at, milestone.user_id)) as skipped
      from leaderboard_score_change
      where milestone.ahead is not null and period = ${board.period} and starts_on = ${board.startsOn}::date
    ) start
    left join lateral (
      -- The planner cannot see through a limit that is a parameter; with one that it knows it keeps its plan.
      select * from (
        select user_id, xp, reached_at from period_score
        where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
          and (-xp, reached_at, user_id) >= (coalesce(-milestone.xp, -9223372036854775807),
            coalesce(milestone.reached_at, '-infinity'), coalesce(milestone.user_id, '00000000-0000-0000-0000-000000000000'))
        order by -xp, reached_at, user_id
        limit 500 offset ${offset} - start.skipped
      ) longest_page
      limit ${limit}
    ) score on true
    order by -score.xp, score.reached_at, score.user_id`
  const [{ total, firstAwardAt }] = rows as [PageRow]
  return { total, firstAwardAt, scores: rows.flatMap(scoreOf) }
}

function scoreOf({ userId, xp }: { userId: UserId | null; xp: bigint | null }): Score[] {
  return userId === null || xp === null ? [] : [{ userId, xp: Number(xp) }]
}

export interface Position {
  period: Period
  /** Null for one who is hidden, or has earned nothing in the period. */
  rank: number | null
  xp: number
  total: number
  firstAwardAt: Date | null
}

/** Where a user stands on each of the boards, in their order. */
export async function listPositions(db: Db, userId: UserId, boards: Board[]): Promise<Position[]> {
  const rows = await db<Omit<Position, 'xp'> & { xp: bigint }>`
    select board.period, own.rank, coalesce(own.xp, 0) as xp, own.members as total,
      own.first_award_at as "firstAwardAt"
    from rows from (jsonb_to_recordset(${boards}::jsonb) as (period text, "startsOn" date))
      with ordinality as board (period, starts_on, place)
    cross join lateral leaderboard_position(board.period, board.starts_on, ${userId}) own
    order by board.place`
  return rows.map((row) => ({ ...row, xp: Number(row.xp) }))
}

interface NeighborRow {
  rank: number | null
  ownXp: bigint
  total: number
  firstAwardAt: Date | null
  userId: UserId | null
  xp: bigint | null
  place: number | null
}

/** A user's place with those around it, as far as `radius` to either side. */
export async function listNeighbors(db: Db, userId: UserId, board: Board, radius: number) {
  const rows = await db<NeighborRow>`
    select own.rank, coalesce(own.xp, 0) as "ownXp", own.members as total, own.first_award_at as "firstAwardAt",
      near.user_id as "userId", near.xp, near.place::integer
    from leaderboard_position(${board.period}, ${board.startsOn}::date, ${userId}) own
    left join lateral (
      (select * from (
        select user_id, xp, own.rank - row_number() over (order by -xp desc, reached_at desc, user_id desc) as place
        from period_score
        where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
          and (-xp, reached_at, user_id) < (-own.xp, own.reached_at, ${userId}::uuid)
        order by -xp desc, reached_at desc, user_id desc limit 50
      ) before limit ${radius})
      union all
      (select * from (
        select user_id, xp, own.rank - 1 + row_number() over (order by -xp, reached_at, user_id) as place
        from period_score
        where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
          and (-xp, reached_at, user_id) >= (-own.xp, own.reached_at, ${userId}::uuid)
        order by -xp, reached_at, user_id limit 51
      ) behind limit ${radius} + 1)
    ) near on own.rank is not null
    order by near.place`
  const [{ rank, ownXp, total, firstAwardAt }] = rows as [NeighborRow]
  const scores = rows.flatMap(scoreOf)
  return { rank, xp: Number(ownXp), total, firstAwardAt, scores, firstRank: rows[0]!.place ?? 1 }
}

export async function lockAllTimeScore(tx: Tx, userId: UserId): Promise<void> {
  await tx`
    select from period_score where user_id = ${userId} and period = 'all-time' and starts_on = 'epoch' for update`
}

export async function listScores(db: Db, userId: UserId): Promise<unknown[]> {
  return db`
    select period, starts_on::text as "startsOn", xp::text as xp, reached_at as "reachedAt" from period_score
    where user_id = ${userId} and xp > 0 order by period, starts_on`
}
