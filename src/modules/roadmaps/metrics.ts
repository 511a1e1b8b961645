import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const roadmapMetrics = defineDatabaseMetrics(
  {
    lyceum_roadmap_rankings_pending: `Roadmaps whose reranking is pending; counted up to ${COUNT_LIMIT}`,
  },
  async (db) => {
    const [row] = await db<{ count: number }>`
      select count(*)::integer as count from (
        select from roadmap where status = 'generating' order by created_at limit ${COUNT_LIMIT}
      ) row`
    return { lyceum_roadmap_rankings_pending: row!.count }
  },
)
