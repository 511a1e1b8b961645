import type { Db, WritableDb } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { batchedWrite } from '../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Board, Period } from './period.ts'

export interface Score {
  userId: UserId
  xp: number
}

interface Boards {
  week: Board
  month: Board
}

/** XP that a user earned at a time, and the boards of that time. */
export interface Award extends Score, Boards {
  at: Date
}

/**
 * Adds XP to the week, month and all-time scores of users, each listed once, and records the score changes. Writes the
 * all-time row first: its lock serializes awards of one user, and it stores whether the user is hidden. Writes rows in
 * user order to avoid deadlocks.
 */
export async function addXp(writableDb: WritableDb, awards: readonly Award[]): Promise<void> {
  const rows = awards.map(({ userId, xp, at, week, month }) => ({
    user_id: userId,
    xp,
    at,
    week: week.startsOn,
    month: month.startsOn,
  }))
  await writableDb`
    with award as (
      select * from jsonb_to_recordset(${rows}::jsonb) as row (user_id uuid, xp bigint, at timestamptz, week date, month date)
    ), all_time as (
      insert into period_score as score (user_id, period, starts_on, xp, reached_at)
      select user_id, 'all-time', 'epoch', xp, at from award order by user_id
      on conflict (user_id, period, starts_on) do update
        set xp = score.xp + excluded.xp, reached_at = greatest(score.reached_at, excluded.reached_at)
      returning new.user_id, new.period, new.starts_on, old.xp as old_xp, old.reached_at as old_reached_at,
        new.xp as new_xp, new.reached_at as new_reached_at, new.is_hidden
    ), periodic as (
      insert into period_score as score (user_id, period, starts_on, xp, reached_at, is_hidden)
      select all_time.user_id, board.period, board.starts_on, award.xp, award.at, all_time.is_hidden
      from all_time join award on award.user_id = all_time.user_id,
        lateral (values ('month', award.month), ('week', award.week)) board (period, starts_on)
      order by all_time.user_id, board.period
      on conflict (user_id, period, starts_on) do update
        set xp = score.xp + excluded.xp, reached_at = greatest(score.reached_at, excluded.reached_at)
      returning new.user_id, new.period, new.starts_on, old.xp as old_xp, old.reached_at as old_reached_at,
        new.xp as new_xp, new.reached_at as new_reached_at, new.is_hidden
    )
    insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at)
    select period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at
    from (select * from all_time union all select * from periodic) changed
    where not is_hidden`
}

/** Adds one award as `addXp` does. */
export const addAward = batchedWrite(
  async (writableDb, awards: Award[]): Promise<void[]> => {
    await addXp(writableDb, awards)
    return []
  },
  { keyOf: ({ userId }) => userId },
)

/**
 * Subtracts XP from the current week, month and all-time scores. Deletes scores that would not stay above zero, except
 * the all-time row that stores that the user is hidden.
 */
export async function subtractXp(tx: Tx, { userId, xp }: Score, { week, month }: Boards): Promise<void> {
  await lockAllTimeScore(tx, userId)
  await tx`
    with lowered as (
      update period_score set xp = greatest(xp - ${xp}, 0)
      where user_id = ${userId} and (xp > ${xp} or (is_hidden and period = 'all-time'))
        and (period, starts_on) in (('all-time', 'epoch'), ('month', ${month.startsOn}::date), ('week', ${week.startsOn}::date))
      returning period, starts_on, old.xp as old_xp, old.reached_at as old_reached_at, new.xp as new_xp,
        new.reached_at as new_reached_at, new.is_hidden
    ), deleted as (
      delete from period_score
      where user_id = ${userId} and xp <= ${xp} and not (is_hidden and period = 'all-time')
        and (period, starts_on) in (('all-time', 'epoch'), ('month', ${month.startsOn}::date), ('week', ${week.startsOn}::date))
      returning period, starts_on, xp as old_xp, reached_at as old_reached_at, null::bigint as new_xp,
        null::timestamptz as new_reached_at, is_hidden
    )
    insert into leaderboard_score_change (period, starts_on, user_id, old_xp, old_reached_at, new_xp, new_reached_at)
    select period, starts_on, ${userId}, old_xp, old_reached_at, new_xp, new_reached_at
    from (select * from lowered union all select * from deleted) changed
    where not is_hidden`
}

interface PageRow {
  total: number
  firstAwardAt: Date | null
  userId: UserId | null
  xp: bigint | null
}

/** From this offset on, a page starts at the nearest entry of the rank index instead of the top. */
const DEEP_OFFSET = 2_000

/** A page of a board, with the number of users on the whole board. */
export async function listPage(
  db: Db,
  board: Board,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; firstAwardAt: Date | null; scores: Score[] }> {
  const rows = await db<PageRow>`
    select (coalesce(board.members, 0) + change.added - change.removed)::integer as total,
      least(board.first_award_at, change.first_at) as "firstAwardAt", score.user_id as "userId", score.xp
    from (
      select count(*) as changes, count(new_xp) as added, count(old_xp) as removed, min(new_reached_at) as first_at
      from leaderboard_score_change where period = ${board.period} and starts_on = ${board.startsOn}::date
    ) change
    left join leaderboard board
      on board.period = ${board.period} and board.starts_on = ${board.startsOn}::date
    left join lateral (
      -- A change shifts an index entry by at most one, so this entry is not behind the start of the page.
      select entry.xp, entry.reached_at, entry.user_id, entry.users_ahead from leaderboard_rank_index entry
      where ${offset}::bigint >= ${DEEP_OFFSET}::bigint
        and entry.period = ${board.period} and entry.starts_on = ${board.startsOn}::date
        and entry.users_ahead <= ${offset} - change.changes
      order by -entry.xp desc, entry.reached_at desc, entry.user_id desc limit 1
    ) nearest on true
    cross join lateral (
      select coalesce(nearest.users_ahead, 0)
        + count(*) filter (where (-new_xp, new_reached_at, user_id) < (-nearest.xp, nearest.reached_at, nearest.user_id))
        - count(*) filter (where (-old_xp, old_reached_at, user_id) < (-nearest.xp, nearest.reached_at, nearest.user_id)) as skipped
      from leaderboard_score_change
      where nearest.users_ahead is not null and period = ${board.period} and starts_on = ${board.startsOn}::date
    ) start
    left join lateral (
      -- The planner does not know a limit that is a parameter; the constant limit keeps it on the index.
      select * from (
        select user_id, xp, reached_at from period_score
        where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
          and (-xp, reached_at, user_id) >= (coalesce(-nearest.xp, -9223372036854775807),
            coalesce(nearest.reached_at, '-infinity'), coalesce(nearest.user_id, '00000000-0000-0000-0000-000000000000'))
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
  /** Null if the user is hidden or has no XP in the period. */
  rank: number | null
  xp: number
  total: number
  firstAwardAt: Date | null
}

/** A user whose positions are read, and the boards. */
export interface PositionRequest {
  userId: UserId
  boards: readonly Board[]
}

/** The user's position on each board, in the order of `boards`. */
export async function listPositions(db: Db, userId: UserId, boards: readonly Board[]): Promise<Position[]> {
  const [positions] = await listPositionsOfUsers(db, [{ userId, boards }])
  return positions!
}

/** The positions of each request, in the order of its boards. All of them come from one snapshot. */
export async function listPositionsOfUsers(
  db: Db,
  requests: readonly PositionRequest[],
): Promise<Position[][]> {
  const wanted = requests.flatMap(({ userId, boards }, request) =>
    boards.map(({ period, startsOn }) => ({ request, userId, period, startsOn })),
  )
  const rows = await db<Omit<Position, 'xp'> & { request: number; xp: bigint }>`
    select wanted.request, wanted.period, own.rank, coalesce(own.xp, 0) as xp, own.members as total,
      own.first_award_at as "firstAwardAt"
    from rows from (jsonb_to_recordset(${wanted}::jsonb) as (request integer, "userId" uuid, period text, "startsOn" date))
      with ordinality as wanted (request, user_id, period, starts_on, number)
    cross join lateral leaderboard_position(wanted.period, wanted.starts_on, wanted.user_id) own
    order by wanted.number`
  const positions: Position[][] = requests.map(() => [])
  for (const { request, xp, ...position } of rows) positions[request]!.push({ ...position, xp: Number(xp) })
  return positions
}

interface NeighborRow {
  rank: number | null
  ownXp: bigint
  total: number
  firstAwardAt: Date | null
  userId: UserId | null
  xp: bigint | null
  neighborRank: number | null
}

/** The user's position and the scores up to `radius` ranks above and below. */
export async function listNeighbors(db: Db, userId: UserId, board: Board, radius: number) {
  const rows = await db<NeighborRow>`
    select own.rank, coalesce(own.xp, 0) as "ownXp", own.members as total, own.first_award_at as "firstAwardAt",
      near.user_id as "userId", near.xp, near.rank::integer as "neighborRank"
    from leaderboard_position(${board.period}, ${board.startsOn}::date, ${userId}) own
    left join lateral (
      (select * from (
        select user_id, xp, own.rank - row_number() over (order by -xp desc, reached_at desc, user_id desc) as rank
        from period_score
        where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
          and (-xp, reached_at, user_id) < (-own.xp, own.reached_at, ${userId}::uuid)
        order by -xp desc, reached_at desc, user_id desc limit 50
      ) before limit ${radius})
      union all
      (select * from (
        select user_id, xp, own.rank - 1 + row_number() over (order by -xp, reached_at, user_id) as rank
        from period_score
        where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
          and (-xp, reached_at, user_id) >= (-own.xp, own.reached_at, ${userId}::uuid)
        order by -xp, reached_at, user_id limit 51
      ) behind limit ${radius} + 1)
    ) near on own.rank is not null
    order by near.rank`
  const [{ rank, ownXp, total, firstAwardAt }] = rows as [NeighborRow]
  const scores = rows.flatMap(scoreOf)
  return { rank, xp: Number(ownXp), total, firstAwardAt, scores, firstRank: rows[0]!.neighborRank ?? 1 }
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
