import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { isoDates } from '../../../platform/http/iso-dates.ts'
import { TimestampSchema } from '../../../platform/http/schemas.ts'
import type { Platform } from '../../../platform/platform.ts'
import { z } from '../../../platform/zod.ts'
import { adminAction, adminRead } from '../../staff-access/public/admin-endpoint.ts'
import { type AuditRow, listAudits } from './queries.ts'
import { requestAudit } from './run-audit.ts'

const AuditSchema = z
  .object({
    id: z.string(),
    status: z.enum(['RUNNING', 'PASSED', 'FAILED']),
    requestedBy: z.string().nullable().openapi({ description: 'Null for a scheduled audit' }),
    requestedAt: TimestampSchema,
    finishedAt: TimestampSchema.nullable(),
    checked: z.object({ transfers: z.int(), entries: z.int(), accounts: z.int() }).nullable(),
    faults: z.array(z.string()),
  })
  .openapi('LedgerAudit')

const EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000aa',
  status: 'PASSED' as const,
  requestedBy: null,
  requestedAt: '2026-11-02T03:40:00.000Z',
  finishedAt: '2026-11-02T03:40:02.000Z',
  checked: { transfers: 1_200, entries: 2_400, accounts: 310 },
  faults: [],
}
const NEWEST = 30

export function ledgerRoutes({ db }: Pick<Platform, 'db'>): Endpoint[] {
  return [
    adminRead('GET /admin/ledger/audits', {
      summary: 'List the latest ledger audits',
      description: 'The latest thirty, newest first.',
      response: { data: z.array(AuditSchema), example: [EXAMPLE] },
      handle: async () => (await listAudits(db, { limit: NEWEST })).map(presentAudit),
    }),

    adminAction('POST /admin/ledger/audits', {
      summary: 'Request a ledger audit',
      description: 'A job runs the audit. While an audit is running, a repeated request returns it.',
      response: {
        status: 202,
        data: AuditSchema,
        example: { ...EXAMPLE, status: 'RUNNING' as const, finishedAt: null, checked: null },
      },
      perform: async (tx, { caller, now }) => {
        const { audit, isNew } = await requestAudit(tx, { requestedBy: caller.userId, now })
        return {
          data: presentAudit(audit),
          act: isNew
            ? {
                name: 'ledger.audit_requested',
                subject: { kind: 'ledger_audit', id: audit.id },
                before: null,
                after: { status: 'RUNNING' },
              }
            : undefined,
        }
      },
    }),
  ]
}

function presentAudit(row: AuditRow): z.output<typeof AuditSchema> {
  const { balances: _, discrepancies, isOk, ...audit } = isoDates(row)
  return {
    ...audit,
    status: isOk === null ? 'RUNNING' : isOk ? 'PASSED' : 'FAILED',
    faults: discrepancies ?? [],
  }
}
