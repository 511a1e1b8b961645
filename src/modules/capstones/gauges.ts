import { COUNTED_AT_MOST, stateGauges } from '../../platform/state-gauges.ts'

export const capstoneGauges = stateGauges(
  {
    lyceum_assessments_owed: `Submissions that wait for their assessment; counted to ${COUNTED_AT_MOST}`,
    lyceum_assessments_oldest_seconds: 'How long the oldest of them waits',
    lyceum_reviews_owed: `Submissions that wait for a person; counted to ${COUNTED_AT_MOST}`,
    lyceum_reviews_oldest_seconds: 'How long the oldest of them waits',
  },
  async (db) => {
    const [row] = await db<{ owed: number; oldest: number; reviews: number; oldestReview: number }>`
      select
        (select count(*) from (
          select from project_submission where assessment_status in ('PENDING', 'IN_PROGRESS')
          order by submitted_at limit ${COUNTED_AT_MOST}
        ) row)::integer as owed,
        coalesce((select extract(epoch from now() - submitted_at) from project_submission
          where assessment_status in ('PENDING', 'IN_PROGRESS') order by submitted_at limit 1), 0)::float8 as oldest,
        (select count(*) from (
          select from project_submission where status = 'UNDER_REVIEW' and review_cause is not null
          order by review_requested_at limit ${COUNTED_AT_MOST}
        ) row)::integer as reviews,
        coalesce((select extract(epoch from now() - review_requested_at) from project_submission
          where status = 'UNDER_REVIEW' and review_cause is not null
          order by review_requested_at, id limit 1), 0)::float8 as "oldestReview"`
    const { owed, oldest, reviews, oldestReview } = row!
    return {
      lyceum_assessments_owed: owed,
      lyceum_assessments_oldest_seconds: Math.max(0, oldest),
      lyceum_reviews_owed: reviews,
      lyceum_reviews_oldest_seconds: Math.max(0, oldestReview),
    }
  },
)
