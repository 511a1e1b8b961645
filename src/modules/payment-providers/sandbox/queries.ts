import type { AutocommitDb, Db } from '../../../platform/db/database.ts'
import type { SandboxOutcome } from './forced-outcome.ts'

export interface SandboxRow {
  id: string
  reference: string
  kind: 'COLLECTION' | 'PAYOUT'
  currency: string
  amount: string
  received: string | null
  state: string
  outcome: SandboxOutcome
  webhookUrl: string | null
  returnUrl: string | null
  createdAt: Date
  expiresAt: Date
}

/** Returns undefined if the reference exists. */
export async function insertSandboxRow(
  autocommitDb: AutocommitDb,
  row: SandboxRow,
): Promise<SandboxRow | undefined> {
  const rows = await autocommitDb`
    insert into sandbox_payment
      (id, reference, kind, currency, amount, state, outcome, webhook_url, return_url, created_at, expires_at)
    values (${row.id}, ${row.reference}, ${row.kind}, ${row.currency}, ${row.amount}, ${row.state}, ${row.outcome},
      ${row.webhookUrl}, ${row.returnUrl}, ${row.createdAt}, ${row.expiresAt})
    on conflict (reference) do nothing returning id`
  return rows.length > 0 ? row : undefined
}

export async function findSandboxRow(
  db: Db,
  by: { id: string } | { reference: string },
): Promise<SandboxRow | undefined> {
  const [row] = await db<SandboxRow>`
    select id, reference, kind, currency, amount, received, state, outcome, webhook_url as "webhookUrl",
      return_url as "returnUrl", created_at as "createdAt", expires_at as "expiresAt"
    from sandbox_payment
    where id = ${'id' in by ? by.id : null}::uuid or reference = ${'reference' in by ? by.reference : null}`
  return row
}

/** Returns false if the payment is not in the state `from`. */
export async function updateSandboxState(
  autocommitDb: AutocommitDb,
  { id, from, to, received }: { id: string; from: string; to: string; received?: string },
): Promise<boolean> {
  const rows = await autocommitDb`
    update sandbox_payment set state = ${to}, received = coalesce(${received ?? null}, received)
    where id = ${id} and state = ${from} returning id`
  return rows.length > 0
}
