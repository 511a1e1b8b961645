import { backlogMetrics } from '../../platform/backlog-metrics.ts'

export const roadmapMetrics = backlogMetrics({
  table: 'roadmap',
  where: "status = 'generating'",
  orderBy: 'created_at',
  count: ['lyceum_roadmap_rankings_pending', 'Roadmaps whose reranking is pending'],
})
