import type { RetentionRule } from '../../platform/retention.ts'
import { deleteExpiredUserStates } from './queries.ts'

/** User states of promotions that ended and were not changed since; the statistics stay. */
export const promotionRetention: RetentionRule[] = [
  {
    table: 'promotion_user_state',
    keepDays: ({ retention }) => retention.campaignViewsKeepDays,
    deleteBatch: deleteExpiredUserStates,
  },
]
