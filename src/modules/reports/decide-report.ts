import { reportDecided } from '../../events/reports.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from './errors.ts'
import { lockReport, updateDecision } from './queries.ts'
import type { Decision, Report, ReportId } from './report.ts'

interface DecideReport {
  id: ReportId
  decision: Decision
  note: string
  reviewerId: UserId
  now: Date
}

/**
 * Decides an open report and emits the event that notifies the reporter. The same decision again changes nothing; another
 * one is refused. Staff do not decide what they reported or what is about them.
 */
export async function decideReport(
  tx: Tx,
  { id, decision, note, reviewerId, now }: DecideReport,
): Promise<{ before: Report; after: Report }> {
  const before = await lockReport(tx, id)
  if (!before) throw errors.report_not_found()
  if (before.userId === reviewerId || before.targetId === reviewerId) throw errors.report_about_yourself()
  if (before.status === decision) return { before, after: before }
  if (before.status !== 'OPEN') throw errors.report_decided()
  await updateDecision(tx, id, { decision, note, reviewerId, now })
  if (before.userId)
    tx.emit(reportDecided({ reportId: id, userId: before.userId, decision, at: now.toISOString() }))
  return { before, after: { ...before, status: decision, note, reviewerId, decidedAt: now } }
}
