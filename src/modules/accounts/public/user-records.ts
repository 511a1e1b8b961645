import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

/** An account as those who run the service see it. */
export interface UserRecord {
  id: UserId
  email: string
  username: string
  role: Role
  country: string | null
  language: string
  timeZone: string
  isEmailVerified: boolean
  isTwoFactorEnabled: boolean
  suspendedAt: Date | null
  createdAt: Date
}

interface UserFilter {
  pattern: string | null
  role: Role | null
  isSuspended: boolean | null
}

/** Nobody turns so many pages; whoever searches wants few. */
const COUNT_LIMIT = 10_000

export function listUserRecords(
  db: Db,
  { pattern, role, isSuspended }: UserFilter,
  limit: number,
  offset: number,
): Promise<UserRecord[]> {
  return db<UserRecord>`
    select id, email, username, role, country, language, time_zone as "timeZone",
      email_verified_at is not null as "isEmailVerified", two_factor_enabled_at is not null as "isTwoFactorEnabled",
      suspended_at as "suspendedAt", created_at as "createdAt"
    from user_account
    where deleted_at is null
      and (${pattern}::text is null or lower(username || ' ' || email) like ${pattern}::text)
      and (${role}::text is null or role = ${role}::text)
      and (${isSuspended}::boolean is null or (suspended_at is not null) = ${isSuspended}::boolean)
    order by id desc limit ${limit} offset ${offset}`
}

export async function countUserRecords(db: Db, { pattern, role, isSuspended }: UserFilter): Promise<number> {
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from (
      select from user_account
      where deleted_at is null
        and (${pattern}::text is null or lower(username || ' ' || email) like ${pattern}::text)
        and (${role}::text is null or role = ${role}::text)
        and (${isSuspended}::boolean is null or (suspended_at is not null) = ${isSuspended}::boolean)
      limit ${COUNT_LIMIT}
    ) found`
  return row!.count
}

export async function findUserRecord(db: Db, userId: UserId): Promise<UserRecord | undefined> {
  const [row] = await db<UserRecord>`
    select id, email, username, role, country, language, time_zone as "timeZone",
      email_verified_at is not null as "isEmailVerified", two_factor_enabled_at is not null as "isTwoFactorEnabled",
      suspended_at as "suspendedAt", created_at as "createdAt"
    from user_account where id = ${userId} and deleted_at is null`
  return row
}

export interface AccountState {
  id: UserId
  role: Role
  suspendedAt: Date | null
  emailVerifiedAt: Date | null
}

/** Blocks until nobody else changes these accounts. They are taken in their order, whoever acts on whom. */
export async function lockAccountStates(tx: Tx, userIds: UserId[]): Promise<Map<UserId, AccountState>> {
  const [, rows] = await Promise.all([
    tx`select from user_account where id = any(${userIds}::uuid[]) order by id for no key update`,
    tx<AccountState>`
      select id, role, suspended_at as "suspendedAt", email_verified_at as "emailVerifiedAt" from user_account
      where id = any(${userIds}::uuid[]) and deleted_at is null`,
  ])
  return new Map(rows.map((row) => [row.id, row]))
}

export async function updateSuspendedAt(tx: Tx, userId: UserId, suspendedAt: Date | null): Promise<void> {
  await tx`update user_account set suspended_at = ${suspendedAt} where id = ${userId}`
}
