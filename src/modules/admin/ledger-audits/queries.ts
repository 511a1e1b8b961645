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
  faults: string[] | null
  held: BalancesByOwner | null
}

/** Undefined when one is under way. */
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
  const [row] = await db<AuditRow>`
    select id, requested_by as "requestedBy", requested_at as "requestedAt", finished_at as "finishedAt",
      is_ok as "isOk", checked, faults, held
    from ledger_audit where finished_at is null`
  return row
}

export function listAudits(db: Db, limit: number): Promise<AuditRow[]> {
  return db<AuditRow>`
    select id, requested_by as "requestedBy", requested_at as "requestedAt", finished_at as "finishedAt",
      is_ok as "isOk", checked, faults, held
    from ledger_audit order by requested_at desc limit ${limit}`
}

export async function findLastFinished(db: Db): Promise<AuditRow | undefined> {
  const [row] = await db<AuditRow>`
    select id, requested_by as "requestedBy", requested_at as "requestedAt", finished_at as "finishedAt",
      is_ok as "isOk", checked, faults, held
    from ledger_audit where finished_at is not null order by requested_at desc limit 1`
  return row
}

export interface AuditOutcome {
  startedAt: Date
  finishedAt: Date
  isOk: boolean
  checked: object
  faults: string[]
  held: BalancesByOwner
}

/** Answers the request that was there when it began; one that came later waits for its own audit. */
export async function updateFinished(tx: Tx, outcome: AuditOutcome): Promise<boolean> {
  const { startedAt, finishedAt, isOk, checked, faults, held } = outcome
  const rows = await tx`
    update ledger_audit set finished_at = ${finishedAt}, is_ok = ${isOk}, checked = ${checked}::jsonb,
      faults = ${{ faults }}::jsonb -> 'faults', held = ${held}::jsonb
    where finished_at is null and requested_at <= ${startedAt} returning id`
  return rows.length > 0
}

export async function insertFinished(tx: Tx, id: AuditId, outcome: AuditOutcome): Promise<void> {
  const { startedAt, finishedAt, isOk, checked, faults, held } = outcome
  await tx`
    insert into ledger_audit (id, requested_at, finished_at, is_ok, checked, faults, held)
    values (${id}, ${startedAt}, ${finishedAt}, ${isOk}, ${checked}::jsonb, ${{ faults }}::jsonb -> 'faults',
      ${held}::jsonb)`
}
