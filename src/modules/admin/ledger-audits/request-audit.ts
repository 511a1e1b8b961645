import { HOUR_MS } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { auditLedgerJob } from '../jobs.ts'
import { type AuditRow, findRunningAudit, insertRequest } from './queries.ts'

/** A process that runs an audit for longer than this has died. */
const AUDIT_TIMEOUT_MS = HOUR_MS

/** Requests a ledger audit. Returns the running audit if there is one. */
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
