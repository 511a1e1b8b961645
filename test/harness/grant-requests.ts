import type { Db } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { insertUser } from './users.ts'

/** Inserts a pending grant of 500 gems to a user, requested by a new administrator whom no other one made. */
export async function insertGrantRequest(db: Db, userId: string): Promise<string> {
  const [id, adminId] = [newId(), await insertUser(db)]
  await db`update user_account set role = 'ADMIN' where id = ${adminId}`
  await db`
    insert into staff_grant (id, admin_id, user_id, asset, amount, status, reason, created_at, expires_at)
    values (${id}, ${adminId}, ${userId}, 'GEM', 500, 'PENDING', 'A prize.', now(), now() + interval '7 days')`
  return id
}
