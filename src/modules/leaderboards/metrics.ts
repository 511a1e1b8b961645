import { backlogMetrics } from '../../platform/backlog-metrics.ts'

export const leaderboardMetrics = backlogMetrics({
  table: 'leaderboard_score_change',
  count: [
    'lyceum_leaderboard_score_changes_pending',
    'Score changes that are not yet compacted into the rank index',
  ],
})
