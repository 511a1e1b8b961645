import { COUNTED_AT_MOST, stateGauges } from '../../platform/state-gauges.ts'

export const contestGauges = stateGauges(
  {
    lyceum_contests: `Contests that are not decided, by state; counted to ${COUNTED_AT_MOST}`,
    lyceum_contests_undecided_seconds: 'How long ago the oldest contest ended that nobody has decided',
    lyceum_contests_unpaid_seconds:
      'How long ago the oldest contest was decided that is not brought to its end',
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
        select starts_at, ends_at from contest where outcome is null order by ends_at limit ${COUNTED_AT_MOST}
      ) as open`
    const { upcoming, live, overdue, undecided, unpaid } = row!
    return {
      lyceum_contests: { label: 'state', values: { upcoming, live, overdue } },
      lyceum_contests_undecided_seconds: undecided,
      lyceum_contests_unpaid_seconds: unpaid,
    }
  },
)
