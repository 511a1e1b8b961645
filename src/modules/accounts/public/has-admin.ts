import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

/** Whether any account has the role ADMIN. */
export async function hasAdmin(db: Db): Promise<boolean> {
  const rows = await db`select from user_account where role = 'ADMIN' and deleted_at is null limit 1`
  return rows.length > 0
}

/** Returns the administrators who can act now, at most a hundred. */
export async function listAdminIds(db: Db): Promise<UserId[]> {
  const rows = await db<{ id: UserId }>`
    select id from user_account where role = 'ADMIN' and deleted_at is null and suspended_at is null
    order by created_at limit 100`
  return rows.map(({ id }) => id)
}

/** Returns every administrator, also suspended ones. */
export async function listAllAdminIds(db: Db): Promise<UserId[]> {
  const rows = await db<{ id: UserId }>`
    select id from user_account where role = 'ADMIN' and deleted_at is null order by created_at, id`
  return rows.map(({ id }) => id)
}
