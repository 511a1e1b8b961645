import { emailVerified } from '../../../events/accounts.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { deleteUndoLinks } from './undo-link.ts'

export interface Account {
  id: UserId
  email: string
  username: string
  role: Role
  language: string
  passwordHash: string | null
  emailVerifiedAt: Date | null
  twoFactorEnabledAt: Date | null
  suspendedAt: Date | null
  avatarKey: string | null
}

export async function findAccount(db: Db, userId: UserId): Promise<Account | undefined> {
  const [account] = await selectAccounts(db, [userId], null)
  return account
}

export async function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await selectAccounts(db, [], email)
  return account
}

/** Selects by id or by e-mail address. Skips deleted accounts. */
function selectAccounts(db: Db, userIds: UserId[], email: string | null): Promise<Account[]> {
  return db<Account>`
    select id, email, username, role, language, password_hash as "passwordHash", email_verified_at as "emailVerifiedAt",
      two_factor_enabled_at as "twoFactorEnabledAt", suspended_at as "suspendedAt", avatar_key as "avatarKey"
    from user_account
    where (id = any(${userIds}::uuid[]) or lower(email) = lower(${email}::text)) and deleted_at is null`
}

export async function lockAccount(tx: Tx, userId: UserId): Promise<Account | undefined> {
  return (await lockAccounts(tx, [userId])).get(userId)
}

/**
 * Locks the accounts exclusively, in id order, until commit. The second statement is pipelined behind the first and
 * takes its snapshot after the lock. Deleted accounts are missing from the map.
 */
export async function lockAccounts(tx: Tx, userIds: UserId[]): Promise<Map<UserId, Account>> {
  const [, accounts] = await Promise.all([
    tx`select from user_account where id = any(${userIds}::uuid[]) order by id for no key update`,
    selectAccounts(tx, userIds, null),
  ])
  return new Map(accounts.map((account) => [account.id, account]))
}

export async function lockAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const account = await findAccountByEmail(tx, email)
  return account && lockAccount(tx, account.id)
}

export async function updatePasswordHash(tx: Tx, userId: UserId, passwordHash: string | null): Promise<void> {
  await tx`update user_account set password_hash = ${passwordHash} where id = ${userId}`
}

export async function updateEmailVerified(tx: Tx, userId: UserId, now: Date): Promise<void> {
  const rows = await tx`
    update user_account set email_verified_at = ${now} where id = ${userId} and email_verified_at is null
    returning id`
  if (rows.length > 0) tx.emit(emailVerified({ userId, at: now.toISOString() }))
}

export async function updateTwoFactorEnabledAt(tx: Tx, userId: UserId, at: Date | null): Promise<void> {
  await tx`update user_account set two_factor_enabled_at = ${at} where id = ${userId}`
}

export async function updateRole(tx: Tx, userId: UserId, role: Role): Promise<void> {
  await tx`update user_account set role = ${role} where id = ${userId}`
}

export async function updateSuspendedAt(tx: Tx, userId: UserId, suspendedAt: Date | null): Promise<void> {
  await tx`update user_account set suspended_at = ${suspendedAt} where id = ${userId}`
}

/**
 * Removes all personal data from the account row and marks it as deleted. The id stays, because the ledger refers to
 * it. The placeholder is not a valid e-mail address, so no registration can collide with it.
 */
export async function eraseAccount(
  tx: Tx,
  { id: userId, email }: { id: UserId; email: string },
  now: Date,
): Promise<void> {
  await tx`
    update user_account set
      email = ${`deleted-${userId}`}, username = ${`deleted_${userId.replaceAll('-', '').slice(0, 30)}`},
      country = null, bio = null, language = 'en', time_zone = 'UTC', earlier_time_zones = '[]', avatar_key = null, is_profile_public = false, daily_target_xp = null, password_hash = null,
      email_verified_at = null, two_factor_enabled_at = null, deleted_at = ${now}
    where id = ${userId}`
  await tx`delete from one_time_code where subject in (${userId}, ${email.toLowerCase()})`
  await deleteUndoLinks(tx, userId)
}
