import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { DIVISIONS, GROUP_SIZE, type Outcome, zonesOf } from './division.ts'

/** The zones of every division and size of a group, so that the numbers are written once. */
const ZONES = DIVISIONS.flatMap((_, below) =>
  Array.from({ length: GROUP_SIZE }, (_, others) => {
    const [division, size] = [below + 1, others + 1]
    return { division, size, ...zonesOf(size, division) }
  }),
)

/** Locks the league of a week until commit. Compaction of the week's board takes the same lock. */
export async function lockLeagueWeek(tx: Tx, startsOn: string): Promise<void> {
  await tx`insert into leaderboard (period, starts_on) values ('week', ${startsOn}::date) on conflict do nothing`
  await tx`select from leaderboard where period = 'week' and starts_on = ${startsOn}::date for update`
}

/** True if the division of every learner is known: the weeks before this one are closed, and this one is not. */
export async function isLeagueWeekReady(tx: Tx, startsOn: string): Promise<boolean> {
  const [row] = await tx<{ isReady: boolean }>`
    select exists (select from league_week where starts_on = ${startsOn}::date and closed_at is null)
      and not exists (select from league_week where starts_on < ${startsOn}::date and closed_at is null) as "isReady"`
  return row!.isReady
}

/**
 * Assigns groups to the first learners of a week who have none, in the order of their first XP; returns their number. Entry
 * numbers continue those of the division, so the caller locks the week.
 */
export async function assignEntries(tx: Tx, startsOn: string, limit: number): Promise<number> {
  const rows = await tx`
    with entrant as materialized (
      select member.user_id, member.joined_at, coalesce(past.next, 1) as division
      from league_member member
      left join lateral (
        select division + (outcome = 'ROSE')::integer - (outcome = 'FELL')::integer as next from league_member
        where user_id = member.user_id and starts_on < member.starts_on and outcome is not null
        order by starts_on desc limit 1
      ) past on true
      where member.starts_on = ${startsOn}::date and member.outcome is null and member.division is null
      order by member.joined_at, member.user_id limit ${limit}
    ), taken as materialized (
      select division, coalesce((
          select max(entry_number) from league_member
          where starts_on = ${startsOn}::date and league_member.division = every_division.division), 0) as entries
      from generate_series(1, ${DIVISIONS.length}::integer) every_division (division)
    ), numbered as (
      select user_id, division,
        entries + row_number() over (partition by division order by joined_at, user_id) as entry_number
      from entrant join taken using (division)
    )
    update league_member member set division = numbered.division, entry_number = numbered.entry_number
    from numbered
    where member.user_id = numbered.user_id and member.starts_on = ${startsOn}::date
    returning 1`
  return rows.length
}

export interface Result {
  userId: UserId
  division: number
  outcome: Outcome
}

/**
 * Stores the results of whole groups that have none, of about `members` learners, and returns them. Learners who are hidden
 * or have no XP any more get no rank and stay in their division.
 */
export async function storeResults(tx: Tx, startsOn: string, members: number): Promise<Result[]> {
  return tx<Result>`
    with open_group as materialized (
      select distinct division, (entry_number - 1) / ${GROUP_SIZE}::integer as number from (
        select division, entry_number from league_member
        where starts_on = ${startsOn}::date and outcome is null and division is not null
        order by division, entry_number limit ${members}
      ) first_members
    ), ranked as materialized (
      select member.user_id, member.division, score.xp, count(score.user_id) over whole_group as size,
        case when score.user_id is not null
          then row_number() over (whole_group order by score.user_id is null, -score.xp, score.reached_at, score.user_id) end as rank
      from open_group
      join league_member member on member.starts_on = ${startsOn}::date and member.division = open_group.division
        and member.entry_number > open_group.number * ${GROUP_SIZE}::integer
        and member.entry_number <= (open_group.number + 1) * ${GROUP_SIZE}::integer
      left join period_score score on score.user_id = member.user_id and score.period = 'week'
        and score.starts_on = ${startsOn}::date and not score.is_hidden
      window whole_group as (partition by open_group.division, open_group.number)
    )
    update league_member member
    set outcome = case when rank <= rising then 'ROSE' when rank > ranked.size - falling then 'FELL' else 'STAYED' end,
      final_rank = rank, final_size = ranked.size, final_xp = ranked.xp
    from ranked
    left join jsonb_to_recordset(${ZONES}::jsonb) as zone (division integer, size integer, rising integer, falling integer)
      on zone.division = ranked.division and zone.size = ranked.size
    where member.user_id = ranked.user_id and member.starts_on = ${startsOn}::date
    returning member.user_id as "userId", member.division, member.outcome`
}

export async function updateWeekClosed(tx: Tx, startsOn: string, now: Date): Promise<void> {
  await tx`update league_week set closed_at = ${now} where starts_on = ${startsOn}::date`
}

/** The first day of every open week that began on `lastStart` or before, oldest first. */
export async function listOpenWeeks(db: Db, lastStart: string): Promise<string[]> {
  const rows = await db<{ startsOn: string }>`
    select starts_on::text as "startsOn" from league_week
    where closed_at is null and starts_on <= ${lastStart}::date order by starts_on`
  return rows.map(({ startsOn }) => startsOn)
}

/** The first day of every open week with learners who have no group, oldest first. */
export async function listWeeksWithEntrants(db: Db): Promise<string[]> {
  const rows = await db<{ startsOn: string }>`
    select starts_on::text as "startsOn" from league_week week
    where closed_at is null and exists (
      select from league_member member
      where member.starts_on = week.starts_on and member.outcome is null and member.division is null)
    order by starts_on`
  return rows.map(({ startsOn }) => startsOn)
}

interface LeagueRow {
  division: number | null
  entryNumber: number | null
  xp: bigint | null
  isHidden: boolean
  nextDivision: number | null
  lastStartsOn: string | null
  lastDivision: number | null
  lastOutcome: Outcome | null
  lastRank: number | null
  lastSize: number | null
  lastXp: bigint | null
  memberId: UserId | null
  memberXp: bigint | null
}

export interface League {
  /** Of this week, or the one in which the learner will join. */
  division: number
  /** Null if the learner has no XP this week or no group yet. */
  entryNumber: number | null
  xp: number
  isHidden: boolean
  /** The newest result of the learner. */
  last?: {
    startsOn: string
    division: number
    outcome: Outcome
    rank: number | null
    size: number
    xp: number
  }
  /** The group in the order of its ranks. */
  scores: { userId: UserId; xp: number }[]
}

/** The league of a learner in a week: one statement, which reads the group by its index. */
export async function readLeague(db: Db, userId: UserId, startsOn: string): Promise<League> {
  const rows = await db<LeagueRow>`
    select own.division, own.entry_number as "entryNumber", score.xp,
      coalesce(score.is_hidden, exists (select from leaderboard_hidden_user where user_id = ${userId})) as "isHidden",
      past.next as "nextDivision", past.starts_on::text as "lastStartsOn", past.division as "lastDivision",
      past.outcome as "lastOutcome", past.final_rank as "lastRank", past.final_size as "lastSize", past.final_xp as "lastXp",
      member.user_id as "memberId", member.xp as "memberXp"
    from (values (0)) one_row
    left join league_member own on own.user_id = ${userId} and own.starts_on = ${startsOn}::date
    left join period_score score on score.user_id = ${userId} and score.period = 'week' and score.starts_on = ${startsOn}::date
    left join lateral (
      select *, division + (outcome = 'ROSE')::integer - (outcome = 'FELL')::integer as next from league_member
      where user_id = ${userId} and starts_on < ${startsOn}::date and outcome is not null
      order by starts_on desc limit 1
    ) past on true
    left join lateral (
      select other.user_id, ranked.xp, ranked.reached_at from league_member other
      join period_score ranked on ranked.user_id = other.user_id and ranked.period = 'week'
        and ranked.starts_on = ${startsOn}::date and not ranked.is_hidden
      where other.starts_on = ${startsOn}::date and other.division = own.division
        and other.entry_number > (own.entry_number - 1) / ${GROUP_SIZE}::integer * ${GROUP_SIZE}::integer
        and other.entry_number <= ((own.entry_number - 1) / ${GROUP_SIZE}::integer + 1) * ${GROUP_SIZE}::integer
    ) member on true
    order by -member.xp, member.reached_at, member.user_id`
  const [own] = rows as [LeagueRow]
  const { lastStartsOn, lastDivision, lastOutcome, lastRank, lastSize, lastXp } = own
  return {
    division: own.division ?? own.nextDivision ?? 1,
    entryNumber: own.entryNumber,
    xp: Number(own.xp ?? 0),
    isHidden: own.isHidden,
    ...(lastStartsOn && lastDivision && lastOutcome
      ? {
          last: {
            startsOn: lastStartsOn,
            division: lastDivision,
            outcome: lastOutcome,
            rank: lastRank,
            size: lastSize ?? 0,
            xp: Number(lastXp ?? 0),
          },
        }
      : {}),
    scores: rows.flatMap(({ memberId, memberXp }) =>
      memberId === null ? [] : [{ userId: memberId, xp: Number(memberXp) }],
    ),
  }
}

export async function listMemberships(db: Db, userId: UserId): Promise<unknown[]> {
  return db`
    select starts_on::text as "startsOn", joined_at as "joinedAt", division, outcome, final_rank as rank, final_xp::text as xp
    from league_member where user_id = ${userId} order by starts_on`
}

export async function deleteMemberships(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from league_member where user_id = ${userId}`
}
