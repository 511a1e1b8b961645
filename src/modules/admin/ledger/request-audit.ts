import { HOUR_MS } from '../../../platform/clock.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { auditBooks } from '../jobs.ts'
import { type AuditRow, findUnderWay, insertRequest } from './queries.ts'

/** After so long whoever was at it is dead. */
const PATIENCE_MS = HOUR_MS

/** Has the books audited. While one audit is under way, asking again gives that one. */
export async function requestAudit(
  tx: Tx,
  { requestedBy, now }: { requestedBy: UserId; now: Date },
): Promise<{ audit: AuditRow; isNew: boolean }> {
  const made = await insertRequest(tx, { id: newId(), requestedBy, now })
  const audit = (await findUnderWay(tx))!
  if (made || audit.requestedAt.getTime() < now.getTime() - PATIENCE_MS) tx.enqueue(auditBooks, {})
  return { audit, isNew: made !== undefined }
}
