import { COUNTED_AT_MOST, stateGauges } from '../../../platform/state-gauges.ts'

export const roadmapGauges = stateGauges(
  {
    lyceum_roadmaps_generating: `Roadmaps that a model is still to put in order; counted to ${COUNTED_AT_MOST}`,
  },
  async (db) => {
    const [row] = await db<{ count: number }>`
      select count(*)::integer as count from (
        select from roadmap where status = 'generating' order by created_at limit ${COUNTED_AT_MOST}
      ) row`
    return { lyceum_roadmaps_generating: row!.count }
  },
)
