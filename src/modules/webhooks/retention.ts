import type { RetentionRule } from '../../platform/retention.ts'
import { deleteExpiredBodies } from './queue/queries.ts'

/** Old bodies of processed events. Unmatched and dead events keep theirs. */
export const webhookRetention: RetentionRule[] = [
  {
    table: 'webhook_event',
    keepDays: ({ retention }) => retention.inboxBodiesKeepDays,
    deleteBatch: deleteExpiredBodies,
  },
]
