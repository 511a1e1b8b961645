import type { Db } from '../../../platform/db/database.ts'

/** The reason of sessions that another person may have created before the owner claimed the account. */
export const REVOKED_BY_CLAIM = 'address proved by its owner'

/** The client addresses of the account's last 100 sign-ins, except those of sessions revoked by a claim. */
export async function listSignInAddresses(db: Db, email: string): Promise<string[]> {
  const rows = await db<{ address: string }>`
    select distinct address from user_account as account, lateral (
      select address, revoked_reason from session where user_id = account.id order by created_at desc limit 100
    ) as recent
    where lower(account.email) = ${email} and account.deleted_at is null and address is not null
      and revoked_reason is distinct from ${REVOKED_BY_CLAIM}`
  return rows.map(({ address }) => address)
}
