import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const contestMetrics = defineDatabaseMetrics(
  {
    lyceum_contests: `Undecided contests by state, counted up to ${COUNT_LIMIT}`,
    lyceum_contests_unsettled_oldest_seconds: 'Seconds since the end of the oldest undecided contest',
    lyceum_contests_unfinished_oldest_seconds: 'Seconds since the oldest unfinished contest was decided',
  },
  async (db) => {
    const [row] = await db<{
      upcoming: number
      live: number
      overdue: number
      unsettled: number
      unfinished: number
    }>`
      select count(*) filter (where starts_at > now())::integer as upcoming,
        count(*) filter (where starts_at <= now() and ends_at > now())::integer as live,
        count(*) filter (where ends_at <= now())::integer as overdue,
        greatest(0, coalesce(extract(epoch from now() - min(ends_at)), 0))::float8 as unsettled,
        greatest(0, coalesce((select extract(epoch from now() - decided_at) from contest
          where outcome is not null and finished_at is null order by decided_at limit 1), 0))::float8 as unfinished
      from (
        select starts_at, ends_at from contest where outcome is null order by ends_at limit ${COUNT_LIMIT}
      ) as open`
    const { upcoming, live, overdue, unsettled, unfinished } = row!
    return {
      lyceum_contests: { label: 'state', values: { upcoming, live, overdue } },
      lyceum_contests_unsettled_oldest_seconds: unsettled,
      lyceum_contests_unfinished_oldest_seconds: unfinished,
    }
  },
)
