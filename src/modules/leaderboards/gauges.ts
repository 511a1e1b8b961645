import { COUNTED_AT_MOST, stateGauges } from '../../platform/state-gauges.ts'

export const leaderboardGauges = stateGauges(
  {
    lyceum_leaderboard_moves: `Moves on boards that are not folded into their milestones; counted to ${COUNTED_AT_MOST}`,
  },
  async (db) => {
    const [row] = await db<{ count: number }>`
      select count(*)::integer as count from (select from score_move limit ${COUNTED_AT_MOST}) row`
    return { lyceum_leaderboard_moves: row!.count }
  },
)
