import type { Db } from '../../../platform/db/database.ts'

/** Whether any account has the role ADMIN. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const rows = await db`select from user_account where role = 'ADMIN' and deleted_at is null limit 1`
  return rows.length > 0
}
