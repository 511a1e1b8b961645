import type { Db } from '../../../platform/db/database.ts'
import type { Id, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

export type AuditId = Id<'LedgerAudit'>
export type BalancesByOwner = Record<string, Record<string, string>>

export interface AuditRow {
  id: AuditId
  requestedBy: UserId | null
  requestedAt: Date
  finishedAt: Date | null
  isOk: boolean | null
  checked: { transfers: number; entries: number; accounts: number } | null
  discrepancies: string[] | null
  balances: BalancesByOwner | null
}

/** Returns undefined if an audit is already running. */
export async function insertRequest(
  tx: Tx,
  { id, requestedBy, now }: { id: AuditId; requestedBy: UserId; now: Date },
): Promise<{ id: AuditId } | undefined> {
  const [row] = await tx<{ id: AuditId }>`
    insert into ledger_audit (id, requested_by, requested_at) values (${id}, ${requestedBy}, ${now})
    on conflict do nothing returning id`
  return row
}

export async function findRunningAudit(db: Db): Promise<AuditRow | undefined> {
  return (await listAudits(db, { isFinished: false, limit: 1 }))[0]
}

export async function findLastFinished(db: Db): Promise<AuditRow | undefined> {
  return (await listAudits(db, { isFinished: true, limit: 1 }))[0]
}

/** Newest first; both running and finished audits unless `isFinished` is set. */
export function listAudits(
  db: Db,
  { isFinished = null, limit }: { isFinished?: boolean | null; limit: number },
): Promise<AuditRow[]> {
  return db<AuditRow>`
    select id, requested_by as "requestedBy", requested_at as "requestedAt", finished_at as "finishedAt",
      is_ok as "isOk", checked, discrepancies, balances
    from ledger_audit where ${isFinished}::boolean is null or (finished_at is not null) = ${isFinished}::boolean
    order by requested_at desc limit ${limit}`
}

export interface AuditOutcome {
  startedAt: Date
  finishedAt: Date
  isOk: boolean
  checked: object
  discrepancies: string[]
  balances: BalancesByOwner
}

/** Finishes the audit that was requested before this run started. A later request needs another run. */
export async function updateFinished(tx: Tx, outcome: AuditOutcome): Promise<boolean> {
  const { startedAt, finishedAt, isOk, checked, discrepancies, balances } = outcome
  const rows = await tx`
    update ledger_audit set finished_at = ${finishedAt}, is_ok = ${isOk}, checked = ${checked}::jsonb,
      discrepancies = ${{ discrepancies }}::jsonb -> 'discrepancies', balances = ${balances}::jsonb
    where finished_at is null and requested_at <= ${startedAt} returning id`
  return rows.length > 0
}

export async function insertFinished(tx: Tx, id: AuditId, outcome: AuditOutcome): Promise<void> {
  const { startedAt, finishedAt, isOk, checked, discrepancies, balances } = outcome
  await tx`
    insert into ledger_audit (id, requested_at, finished_at, is_ok, checked, discrepancies, balances)
    values (${id}, ${startedAt}, ${finishedAt}, ${isOk}, ${checked}::jsonb,
      ${{ discrepancies }}::jsonb -> 'discrepancies', ${balances}::jsonb)`
}
