import { COUNT_LIMIT, defineDatabaseMetrics } from '../../platform/database-metrics.ts'

export const capstoneMetrics = defineDatabaseMetrics(
  {
    lyceum_assessments_pending: `Submissions with a pending assessment; counted up to ${COUNT_LIMIT}`,
    lyceum_assessments_pending_oldest_seconds: 'Age of the oldest pending assessment',
    lyceum_reviews_pending: `Submissions with a pending manual review; counted up to ${COUNT_LIMIT}`,
    lyceum_reviews_pending_oldest_seconds: 'Age of the oldest pending manual review',
  },
  async (db) => {
    const [row] = await db<{ pending: number; oldest: number; reviews: number; oldestReview: number }>`
      select
        (select count(*) from (
          select from project_submission where assessment_status in ('PENDING', 'IN_PROGRESS')
          order by submitted_at limit ${COUNT_LIMIT}
        ) row)::integer as pending,
        coalesce((select extract(epoch from now() - submitted_at) from project_submission
          where assessment_status in ('PENDING', 'IN_PROGRESS') order by submitted_at limit 1), 0)::float8 as oldest,
        (select count(*) from (
          select from project_submission where status = 'UNDER_REVIEW' and review_cause is not null
          order by review_requested_at limit ${COUNT_LIMIT}
        ) row)::integer as reviews,
        coalesce((select extract(epoch from now() - review_requested_at) from project_submission
          where status = 'UNDER_REVIEW' and review_cause is not null
          order by review_requested_at, id limit 1), 0)::float8 as "oldestReview"`
    const { pending, oldest, reviews, oldestReview } = row!
    return {
      lyceum_assessments_pending: pending,
      lyceum_assessments_pending_oldest_seconds: Math.max(0, oldest),
      lyceum_reviews_pending: reviews,
      lyceum_reviews_pending_oldest_seconds: Math.max(0, oldestReview),
    }
  },
)
