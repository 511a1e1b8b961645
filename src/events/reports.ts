import type { UserId } from '../platform/ids.ts'
import { defineEvent } from '../platform/transaction/define-event.ts'

/** A moderator decided a report. The reporter still has an account. */
export const reportDecided = defineEvent<{
  reportId: string
  userId: UserId
  decision: 'DISMISSED' | 'ACTED'
  at: string
}>('reports.report_decided')
