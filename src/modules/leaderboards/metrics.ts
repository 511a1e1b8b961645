import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const leaderboardMetrics = defineDatabaseMetrics(
  {
    lyceum_leaderboard_score_changes_pending: `Score changes that are not yet compacted into the rank index; counted to ${COUNT_LIMIT}`,
  },
  async (db) => {
    const [row] = await db<{ count: number }>`
      select count(*)::integer as count from (select from leaderboard_score_change limit ${COUNT_LIMIT}) row`
    return { lyceum_leaderboard_score_changes_pending: row!.count }
  },
)
