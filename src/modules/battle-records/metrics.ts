import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const battleMetrics = defineDatabaseMetrics(
  {
    lyceum_battles_open: `Open battles of all processes by state, counted up to ${COUNT_LIMIT}`,
    lyceum_battles_in_progress_oldest_seconds: 'Age of the oldest battle in progress, in seconds',
    lyceum_battles_queued: 'Players in the matchmaking queue',
  },
  async (db) => {
    const [row] = await db<{ waiting: number; playing: number; oldest: number; queued: number }>`
      select count(*) filter (where state = 'WAITING')::integer as waiting,
        count(*) filter (where state = 'IN_PROGRESS')::integer as playing,
        greatest(0, coalesce(extract(epoch from now() - min(created_at) filter (where state = 'IN_PROGRESS')), 0))::float8
          as oldest,
        (select count(*) from (
          select from battle_entry where status = 'QUEUED' and joined_at is not null
          order by joined_at limit ${COUNT_LIMIT}
        ) row)::integer as queued
      from (
        select state, created_at from battle_room where ended_at is null order by start_deadline limit ${COUNT_LIMIT}
      ) as open`
    const { waiting, playing, oldest, queued } = row!
    return {
      lyceum_battles_open: { label: 'state', values: { WAITING: waiting, IN_PROGRESS: playing } },
      lyceum_battles_in_progress_oldest_seconds: oldest,
      lyceum_battles_queued: queued,
    }
  },
)
