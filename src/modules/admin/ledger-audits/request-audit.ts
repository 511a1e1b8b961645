import { HOUR_MS } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { auditLedgerJob } from '../jobs.ts'
import { type AuditRow, findRunningAudit, insertRequest } from './queries.ts'

/** After so long whoever was at it is dead. */
const AUDIT_TIMEOUT_MS = HOUR_MS

/** Has the books audited. While one audit is under way, asking again gives that one. */
export async function requestAudit(
  tx: Tx,
  { requestedBy, now }: { requestedBy: UserId; now: Date },
): Promise<{ audit: AuditRow; isNew: boolean }> {
  const inserted = await insertRequest(tx, { id: newId(), requestedBy, now })
  const audit = (await findRunningAudit(tx))!
  if (inserted || audit.requestedAt.getTime() < now.getTime() - AUDIT_TIMEOUT_MS)
    tx.enqueue(auditLedgerJob, {})
  return { audit, isNew: inserted !== undefined }
}
