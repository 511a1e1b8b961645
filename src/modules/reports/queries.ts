import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Decision, NewReport, Report, ReportId, ReportKind, ReportStatus } from './report.ts'

export async function findOpenReport(
  tx: Tx,
  { userId, kind, targetId }: Pick<NewReport, 'userId' | 'kind' | 'targetId'>,
): Promise<{ id: ReportId; createdAt: Date } | undefined> {
  const [report] = await tx<{ id: ReportId; createdAt: Date }>`
    select id, created_at as "createdAt" from report
    where user_id = ${userId} and kind = ${kind} and target_id = ${targetId} and status = 'OPEN'`
  return report
}

export async function countReportsSince(tx: Tx, userId: UserId, since: Date): Promise<number> {
  const [row] = await tx<{ count: number }>`
    select count(*)::integer as count from report where user_id = ${userId} and created_at >= ${since}`
  return row!.count
}

export async function insertReport(tx: Tx, id: ReportId, report: NewReport): Promise<void> {
  await tx`
    insert into report (id, user_id, kind, target_id, reason, text, created_at)
    values (${id}, ${report.userId}, ${report.kind}, ${report.targetId}, ${report.reason}, ${report.text}, ${report.now})`
}

export async function lockReport(tx: Tx, id: ReportId): Promise<Report | undefined> {
  const [report] = await tx<Report>`
    select id, user_id as "userId", kind, target_id as "targetId", reason, text, status, note,
      reviewer_id as "reviewerId", created_at as "createdAt", decided_at as "decidedAt"
    from report where id = ${id} for no key update`
  return report
}

export async function updateDecision(
  tx: Tx,
  id: ReportId,
  { decision, note, reviewerId, now }: { decision: Decision; note: string; reviewerId: UserId; now: Date },
): Promise<void> {
  await tx`
    update report set status = ${decision}, note = ${note}, reviewer_id = ${reviewerId}, decided_at = ${now}
    where id = ${id}`
}

interface QueueFilter {
  status: ReportStatus
  kind: ReportKind | null
}

/** The oldest first. */
export function listReports(
  db: Db,
  { status, kind }: QueueFilter,
  limit: number,
  offset: number,
): Promise<Report[]> {
  return db<Report>`
    select id, user_id as "userId", kind, target_id as "targetId", reason, text, status, note,
      reviewer_id as "reviewerId", created_at as "createdAt", decided_at as "decidedAt"
    from report where status = ${status} and (${kind}::text is null or kind = ${kind}::text)
    order by id limit ${limit} offset ${offset}`
}

const COUNT_LIMIT = 10_000

export async function countReports(db: Db, { status, kind }: QueueFilter): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from (
      select from report where status = ${status} and (${kind}::text is null or kind = ${kind}::text)
      limit ${COUNT_LIMIT}
    ) found`
  return row!.count
}
