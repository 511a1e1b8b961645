import type { Db } from '../../db/database.ts'

/** Returns the statuses of transactions by reference; unknown references are missing. */
export async function listTransactionStatuses(db: Db, references: string[]): Promise<Map<string, string>> {
  const rows = await db<{ reference: string; status: string }>`
    select reference, status from chain_transaction where reference = any(${references}::text[])`
  return new Map(rows.map(({ reference, status }) => [reference, status]))
}
