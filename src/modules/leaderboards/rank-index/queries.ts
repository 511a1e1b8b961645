import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { Board } from '../period.ts'

/**
 * Users between two new index entries; reading a rank counts at most twice as many. Compaction reads all entries of a board, so
 * that a large board has fewer of them for its size.
 */
const MIN_SPACING = 32
const MAX_SPACING = 256
const ENTRIES_OF_SMALL_BOARD = 256
const CHANGES_PER_BATCH = 20_000
const MAX_ROWS = 200_000
const MAX_GAPS = 200

export async function listBoardsWithChanges(db: Db): Promise<Board[]> {
  return db<Board>`select distinct period, starts_on::text as "startsOn" from leaderboard_score_change`
}

/** Locks the board until commit; returns undefined if another process has the lock. */
export async function lockBoard(tx: Tx, board: Board): Promise<Board | undefined> {
  const [row] = await tx<Board>`
    select period, starts_on::text as "startsOn" from leaderboard
    where period = ${board.period} and starts_on = ${board.startsOn}::date
    for update skip locked`
  if (row) return row
  const [created] = await tx<Board>`
    insert into leaderboard (period, starts_on) values (${board.period}, ${board.startsOn}::date)
    on conflict do nothing returning period, starts_on::text as "startsOn"`
  return created
}

interface Compacted {
  compacted: number
  /** Learners who joined the league of the week. They have no group yet. */
  entrants: number
  isAll: boolean
}

/**
 * Adds the oldest changes to the board and its index entries and deletes them. One statement, so that index + pending
 * changes = scores in every snapshot. A change without an old score is the first XP of a learner, who joins the league of the
 * week unless that or a later one is closed, or the learner is hidden by now.
 */
export async function compactOldestChanges(tx: Tx, board: Board): Promise<Compacted> {
  const [row] = await tx<Pick<Compacted, 'compacted' | 'entrants'>>`
    with compacted as (
      delete from leaderboard_score_change
      where period = ${board.period} and starts_on = ${board.startsOn}::date and id <= (
        select max(id) from (
          select id from leaderboard_score_change where period = ${board.period} and starts_on = ${board.startsOn}::date
          order by id limit ${CHANGES_PER_BATCH}) oldest)
      returning user_id, old_xp, old_reached_at, new_xp, new_reached_at
    ), step as materialized (
      select -new_xp as score, new_reached_at as at, user_id, 1 as change from compacted where new_xp is not null
      union all
      select -old_xp, old_reached_at, user_id, -1 from compacted where old_xp is not null
    ), shifted as materialized (
      select entry, shift from (
        select entry,
          -- A user at the position of an entry is not ahead of it, so the entry sorts first.
          sum(change) over (order by score, at, user_id, entry nulls last rows unbounded preceding) as shift
        from (
          select score, at, user_id, change, null as entry from step
          union all
          select -xp, reached_at, user_id, 0, ctid from leaderboard_rank_index
          where period = ${board.period} and starts_on = ${board.startsOn}::date
        ) line
      ) summed
      where entry is not null and shift <> 0
    ), entries as (
      -- By ctid, which is stable while the board is locked, so that the planner cannot choose a bad join.
      update leaderboard_rank_index set users_ahead = users_ahead + shift from shifted where ctid = entry
    ), entrant as (
      insert into league_member (user_id, starts_on, joined_at)
      select user_id, ${board.startsOn}::date, min(new_reached_at) from compacted
      where ${board.period}::text = 'week' and old_xp is null and exists (
          select from period_score score
          where score.user_id = compacted.user_id and score.period = 'week' and score.starts_on = ${board.startsOn}::date
            and not score.is_hidden)
        and not exists (select from league_week where starts_on >= ${board.startsOn}::date and closed_at is not null)
      group by user_id
      on conflict do nothing
      returning 1
    ), week as (
      insert into league_week (starts_on)
      select ${board.startsOn}::date where exists (select from entrant)
      on conflict do nothing
    )
    update leaderboard
    set members = members + coalesce((select sum(change) from step), 0),
      first_award_at = least(first_award_at, (select min(new_reached_at) from compacted))
    where period = ${board.period} and starts_on = ${board.startsOn}::date
    returning (select count(*)::integer from compacted) as compacted, (select count(*)::integer from entrant) as entrants`
  const { compacted, entrants } = row!
  return { compacted, entrants, isAll: compacted < CHANGES_PER_BATCH }
}

/** Frees the space of deleted changes without blocking reads or writes. */
export async function vacuumScoreChanges(autocommitDb: AutocommitDb): Promise<void> {
  await autocommitDb`vacuum (skip_locked, truncate false) leaderboard_score_change`
}

/** Deletes index entries that are close together because users between them moved on. */
export async function deleteDenseIndexEntries(tx: Tx, board: Board): Promise<void> {
  await tx`
    delete from leaderboard_rank_index where ctid in (
      select entry from (
        select entry.ctid as entry, row_number() over (
            partition by users_ahead / (least(greatest(members / ${ENTRIES_OF_SMALL_BOARD}, ${MIN_SPACING}), ${MAX_SPACING}) / 4)
            order by -xp, reached_at, user_id) as number
        from leaderboard_rank_index entry join leaderboard board using (period, starts_on)
        where period = ${board.period} and starts_on = ${board.startsOn}::date
      ) numbered
      where number > 1)`
}

/**
 * Inserts index entries into gaps of more than twice the spacing of the board. One statement, so that scores and pending changes
 * come from one snapshot.
 */
export async function insertMissingIndexEntries(tx: Tx, board: Board): Promise<void> {
  await tx`
    with line as (
      select -xp as score, reached_at, user_id, users_ahead from leaderboard_rank_index
      where period = ${board.period} and starts_on = ${board.startsOn}::date
      union all
      select -9223372036854775807, '-infinity', '00000000-0000-0000-0000-000000000000', 0
    ), gap as materialized (
      select * from (
        select score, reached_at, user_id, users_ahead, lead(score, 1, 0::bigint) over following as end_score,
          lead(reached_at, 1, 'infinity') over following as end_at,
          lead(user_id, 1, 'ffffffff-ffff-ffff-ffff-ffffffffffff') over following as end_user,
          lead(users_ahead, 1, board.members) over following - users_ahead as members,
          least(greatest(board.members / ${ENTRIES_OF_SMALL_BOARD}, ${MIN_SPACING}), ${MAX_SPACING}) as spacing
        from line, leaderboard board
        where board.period = ${board.period} and board.starts_on = ${board.startsOn}::date
        window following as (order by score, line.reached_at, user_id)
      ) measured
      where members > 2 * spacing order by score limit ${MAX_GAPS}
    ), found as materialized (
      select gap.score as gap_score, gap.reached_at as gap_at, gap.user_id as gap_user, gap.users_ahead, candidate.*
      from gap cross join lateral (
        select xp, reached_at, user_id, row_number() over (order by -xp, reached_at, user_id) - 1 as passed
        from period_score
        where period = ${board.period} and starts_on = ${board.startsOn}::date and not is_hidden
          and (-xp, reached_at, user_id) >= (gap.score, gap.reached_at, gap.user_id)
          and (-xp, reached_at, user_id) < (gap.end_score, gap.end_at, gap.end_user)
        order by -xp, reached_at, user_id limit ${MAX_ROWS}
      ) candidate
      where passed > 0 and passed % gap.spacing = 0
    )
    insert into leaderboard_rank_index (period, starts_on, xp, reached_at, user_id, users_ahead)
    select ${board.period}, ${board.startsOn}::date, found.xp, found.reached_at, found.user_id,
      found.users_ahead + found.passed - pending.change
    from found cross join lateral (
      select count(*) filter (where (-new_xp, new_reached_at, user_id) >= (gap_score, gap_at, gap_user)
          and (-new_xp, new_reached_at, user_id) < (-found.xp, found.reached_at, found.user_id))
        - count(*) filter (where (-old_xp, old_reached_at, user_id) >= (gap_score, gap_at, gap_user)
          and (-old_xp, old_reached_at, user_id) < (-found.xp, found.reached_at, found.user_id)) as change
      from leaderboard_score_change where period = ${board.period} and starts_on = ${board.startsOn}::date
    ) pending
    on conflict do nothing`
}
