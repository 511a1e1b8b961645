import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockOwnAccount } from '../accounts/public/own-account.ts'
import { errors } from './errors.ts'
import { countReportsSince, findOpenReport, insertReport } from './queries.ts'
import { type NewReport, REPORTS_PER_DAY, type ReportId } from './report.ts'

/** Stores a report. An open report of the same user about the same target is returned instead. */
export async function createReport(tx: Tx, report: NewReport): Promise<{ id: ReportId; createdAt: Date }> {
  const { userId, now } = report
  // The lock makes two reports at once one, keeps the daily limit, and lets account erasure see every report.
  await lockOwnAccount(tx, userId)
  const open = await findOpenReport(tx, report)
  if (open) return open
  const startOfDay = new Date(`${now.toISOString().slice(0, 10)}T00:00:00.000Z`)
  if ((await countReportsSince(tx, userId, startOfDay)) >= REPORTS_PER_DAY)
    throw errors.report_limit_reached()
  const id: ReportId = newId()
  await insertReport(tx, id, report)
  return { id, createdAt: now }
}
