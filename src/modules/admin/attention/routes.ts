import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { countOpenReports } from '../../reports/public/count-open-reports.ts'
import { adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { COUNT_LIMIT, getAttention } from './get-attention.ts'

const WaitingObject = z.object({
  count: z.int().openapi({ description: `At most ${COUNT_LIMIT}` }),
  oldestAt: TimestampSchema.nullable().openapi({
    description: 'Since when the oldest waits; null if none does',
  }),
})
const WaitingSchema = WaitingObject.openapi('WaitingWork')

const AttentionSchema = z
  .object({
    reports: WaitingSchema,
    submissions: WaitingObject.nullable(),
    ordersUnderReview: WaitingObject.nullable(),
    grantRequests: WaitingObject.nullable(),
    deadEvents: WaitingObject.nullable(),
    failedJobs: WaitingObject.nullable(),
    ledgerFaults: WaitingObject.nullable(),
    relayer: z
      .object({
        isLow: z.boolean().openapi({ description: 'The relayer needs ether for gas' }),
        balanceEther: z
          .number()
          .nullable()
          .openapi({ description: 'Null if the chain is off or does not respond' }),
      })
      .nullable(),
  })
  .openapi('AdminAttention')

const NOT_SHOWN = {
  submissions: null,
  ordersUnderReview: null,
  grantRequests: null,
  deadEvents: null,
  failedJobs: null,
  ledgerFaults: null,
  relayer: null,
}

const NOTHING = { count: 0, oldestAt: null }

export function attentionRoutes(platform: Pick<Platform, 'db' | 'chain'>): Endpoint[] {
  return [
    adminRead('GET /admin/attention', {
      summary: 'Read what waits for a person',
      description:
        'Submissions to review, reports of learners, orders under review, grants that need approval, webhook events and jobs that failed for good, faults of the last ledger audit, and whether the relayer runs out of ether. A moderator sees the reports only; the rest is null.',
      response: {
        data: AttentionSchema,
        example: {
          submissions: { count: 3, oldestAt: '2026-11-01T08:00:00.000Z' },
          reports: NOTHING,
          ordersUnderReview: { count: 1, oldestAt: '2026-11-02T07:30:00.000Z' },
          grantRequests: NOTHING,
          deadEvents: NOTHING,
          failedJobs: NOTHING,
          ledgerFaults: NOTHING,
          relayer: { isLow: false, balanceEther: 9.8 },
        },
      },
      handle: async ({ now, caller }) => {
        if (caller.role !== 'MODERATOR') return getAttention(platform, now)
        return { ...NOT_SHOWN, reports: isoDates(await countOpenReports(platform.db, COUNT_LIMIT)) }
      },
    }),
  ]
}
