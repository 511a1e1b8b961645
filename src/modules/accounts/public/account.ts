import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'

export interface Account {
  id: UserId
  email: string
  username: string
  role: Role
  passwordHash: string | null
  emailVerifiedAt: Date | null
  twoFactorEnabledAt: Date | null
  suspendedAt: Date | null
  avatarKey: string | null
}

export interface NewAccount {
  id: UserId
  email: string
  username: string
  country: string | null
  language: string
  timeZone: string
  passwordHash: string | null
  emailVerifiedAt: Date | null
}

/** Undefined when the e-mail address or the username is taken. */
export async function insertAccount(
  tx: Tx,
  account: NewAccount,
  now: Date,
): Promise<{ id: UserId } | undefined> {
  const [row] = await tx<{ id: UserId }>`
    insert into user_account
      (id, email, username, country, language, time_zone, password_hash, email_verified_at, created_at)
    values (${account.id}, ${account.email}, ${account.username}, ${account.country}, ${account.language},
      ${account.timeZone}, ${account.passwordHash}, ${account.emailVerifiedAt}, ${now})
    on conflict do nothing
    returning id`
  return row
}

export function findAccount(db: Db, userId: UserId): Promise<Account | undefined> {
  return selectAccount(db, userId, null)
}

export function findAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  return selectAccount(db, null, email)
}

/** By one of the two; the other is null, and its half of the condition costs nothing. */
async function selectAccount(
  db: Db,
  userId: UserId | null,
  email: string | null,
): Promise<Account | undefined> {
  const [row] = await db<Account>`
    select id, email, username, role, password_hash as "passwordHash", email_verified_at as "emailVerifiedAt",
      two_factor_enabled_at as "twoFactorEnabledAt", suspended_at as "suspendedAt", avatar_key as "avatarKey"
    from user_account
    where (id = ${userId}::uuid or lower(email) = lower(${email}::text)) and deleted_at is null`
  return row
}

export async function findTimeZone(db: Db, userId: UserId): Promise<string | undefined> {
  const [row] = await db<{ timeZone: string }>`
    select time_zone as "timeZone" from user_account where id = ${userId} and deleted_at is null`
  return row?.timeZone
}

export interface RecipientRow {
  userId: UserId
  username: string
  language: string
  timeZone: string
  /** Null unless it is known to be theirs: nobody else is to read what they are told. */
  email: string | null
}

export function listRecipientRows(db: Db, userIds: UserId[]): Promise<RecipientRow[]> {
  return db<RecipientRow>`
    select id as "userId", username, language, time_zone as "timeZone",
      case when email_verified_at is not null then email end as email
    from user_account where id = any(${userIds}::uuid[]) and deleted_at is null and suspended_at is null`
}

/** Blocks until nobody changes these accounts, and lets nobody until the end. */
export function shareLockRecipientRows(tx: Tx, userIds: UserId[]): Promise<RecipientRow[]> {
  return tx<RecipientRow>`
    select id as "userId", username, language, time_zone as "timeZone",
      case when email_verified_at is not null then email end as email
    from user_account where id = any(${userIds}::uuid[]) and deleted_at is null and suspended_at is null
    order by id for share`
}

export function listDeletionStates(db: Db, userIds: UserId[]): Promise<{ id: UserId; isDeleted: boolean }[]> {
  return db<{ id: UserId; isDeleted: boolean }>`
    select id, deleted_at is not null as "isDeleted" from user_account where id = any(${userIds}::uuid[])`
}

/** Those whose ids are greater, in the order of their ids. */
export async function listActiveUserIds(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ id: UserId }>`
    select id from user_account
    where id > ${after}::uuid and deleted_at is null and suspended_at is null order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

export async function listInactiveUserIds(db: Db, userIds: UserId[]): Promise<UserId[]> {
  const rows = await db<{ id: UserId }>`
    select id from user_account
    where id = any(${userIds}::uuid[]) and (deleted_at is not null or suspended_at is not null)`
  return rows.map(({ id }) => id)
}

export interface UserAttributes {
  country: string | null
  language: string
  registeredAt: Date
}

export async function findUserAttributes(db: Db, userId: UserId): Promise<UserAttributes | undefined> {
  const [row] = await db<UserAttributes>`
    select country, language, created_at as "registeredAt" from user_account
    where id = ${userId} and deleted_at is null`
  return row
}

/**
 * Blocks until nobody else changes this account. Two statements that are sent at once: the second has a snapshot of
 * its own, taken after the lock.
 */
export async function lockAccount(tx: Tx, userId: UserId): Promise<Account | undefined> {
  const [, account] = await Promise.all([
    tx`select from user_account where id = ${userId} for no key update`,
    findAccount(tx, userId),
  ])
  return account
}

/** Blocks until nobody changes this account, and lets nobody until the end. False when it is gone. */
export async function shareLockAccount(tx: Tx, userId: UserId): Promise<boolean> {
  const rows = await tx`
    select id from user_account where id = ${userId} and deleted_at is null for share`
  return rows.length > 0
}

export async function lockAccountByEmail(tx: Tx, email: string): Promise<Account | undefined> {
  const account = await findAccountByEmail(tx, email)
  return account && lockAccount(tx, account.id)
}

export async function findAccountByUsername(db: Db, username: string): Promise<{ id: UserId } | undefined> {
  const [row] = await db<{
    id: UserId
  }>`select id from user_account where lower(username) = lower(${username})`
  return row
}

export async function updatePasswordHash(tx: Tx, userId: UserId, passwordHash: string | null): Promise<void> {
  await tx`update user_account set password_hash = ${passwordHash} where id = ${userId}`
}

/** True when it was not verified before. */
export async function updateEmailVerified(tx: Tx, userId: UserId, now: Date): Promise<boolean> {
  const rows = await tx`
    update user_account set email_verified_at = ${now} where id = ${userId} and email_verified_at is null returning id`
  return rows.length > 0
}

export async function updateRole(tx: Tx, userId: UserId, role: Role): Promise<void> {
  await tx`update user_account set role = ${role} where id = ${userId}`
}

export interface UserDetailsPatch {
  username?: string | undefined
  country?: string | null | undefined
  bio?: string | null | undefined
  language?: string | undefined
  timeZone?: string | undefined
  avatarKey?: string | null | undefined
}

/** Fields that are undefined stay as they are; null clears. */
export async function updateDetails(tx: Tx, userId: UserId, patch: UserDetailsPatch): Promise<void> {
  await tx`
    update user_account set
      username = coalesce(${patch.username ?? null}, username),
      country = case when ${patch.country !== undefined} then ${patch.country ?? null} else country end,
      bio = case when ${patch.bio !== undefined} then ${patch.bio ?? null} else bio end,
      language = coalesce(${patch.language ?? null}, language),
      time_zone = coalesce(${patch.timeZone ?? null}, time_zone),
      avatar_key = case when ${patch.avatarKey !== undefined} then ${patch.avatarKey ?? null} else avatar_key end
    where id = ${userId}`
}

/**
 * What is left has no name, no address and no way in; the id stays for the books. Nobody can have registered what
 * stands in place of the address, because it is none.
 */
export async function eraseAccount(
  tx: Tx,
  { id: userId, email }: { id: UserId; email: string },
  now: Date,
): Promise<void> {
  await tx`
    update user_account set
      email = ${`deleted-${userId}`}, username = ${`deleted_${userId.replaceAll('-', '').slice(0, 30)}`},
      country = null, bio = null, language = 'en', time_zone = 'UTC', avatar_key = null, password_hash = null,
      email_verified_at = null, two_factor_enabled_at = null, deleted_at = ${now}
    where id = ${userId}`
  await tx`delete from social_identity where user_id = ${userId}`
  await tx`delete from two_factor where user_id = ${userId}`
  await tx`delete from recovery_code where user_id = ${userId}`
  await tx`delete from one_time_code where subject in (${userId}, ${email.toLowerCase()})`
  await tx`update session set user_agent = null, address = null where user_id = ${userId}`
}

export async function findAccountForExport(
  db: Db,
  userId: UserId,
): Promise<Record<string, unknown> | undefined> {
  const [row] = await db`
    select id, email, username, role, country, bio, language, time_zone as "timeZone", created_at as "createdAt",
      email_verified_at as "emailVerifiedAt", two_factor_enabled_at as "twoFactorEnabledAt"
    from user_account where id = ${userId}`
  return row
}
