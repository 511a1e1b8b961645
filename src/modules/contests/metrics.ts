import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const contestMetrics = defineDatabaseMetrics(
  {
    lyceum_contests: `Contests that are not decided, by state; counted to ${COUNT_LIMIT}`,
    lyceum_contests_unsettled_oldest_seconds: 'Seconds since the oldest contest that is not settled ended',
    lyceum_contests_unfinished_oldest_seconds:
      'Seconds since the oldest contest that is not finished was decided',
  },
  async (db) => {
    const [row] = await db<{
      upcoming: number
      live: number
      overdue: number
      undecided: number
      unpaid: number
    }>`
      select count(*) filter (where starts_at > now())::integer as upcoming,
        count(*) filter (where starts_at <= now() and ends_at > now())::integer as live,
        count(*) filter (where ends_at <= now())::integer as overdue,
        greatest(0, coalesce(extract(epoch from now() - min(ends_at)), 0))::float8 as undecided,
        greatest(0, coalesce((select extract(epoch from now() - decided_at) from contest
          where outcome is not null and finished_at is null order by decided_at limit 1), 0))::float8 as unpaid
      from (
        select starts_at, ends_at from contest where outcome is null order by ends_at limit ${COUNT_LIMIT}
      ) as open`
    const { upcoming, live, overdue, undecided, unpaid } = row!
    return {
      lyceum_contests: { label: 'state', values: { upcoming, live, overdue } },
      lyceum_contests_unsettled_oldest_seconds: undecided,
      lyceum_contests_unfinished_oldest_seconds: unpaid,
    }
  },
)
