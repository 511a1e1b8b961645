import { backlogMetrics } from '../../platform/backlog-metrics.ts'

export const capstoneMetrics = backlogMetrics(
  {
    table: 'project_submission',
    where: "assessment_status in ('PENDING', 'IN_PROGRESS')",
    orderBy: 'submitted_at',
    count: ['lyceum_assessments_pending', 'Submissions with a pending assessment'],
    age: ['lyceum_assessments_pending_oldest_seconds', 'Age of the oldest pending assessment'],
  },
  {
    table: 'project_submission',
    where: "status = 'UNDER_REVIEW' and review_cause is not null",
    orderBy: 'review_requested_at',
    count: ['lyceum_reviews_pending', 'Submissions with a pending manual review'],
    age: ['lyceum_reviews_pending_oldest_seconds', 'Age of the oldest pending manual review'],
  },
)
