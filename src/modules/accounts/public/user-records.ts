import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'

/** An account as administrators see it. */
interface UserRecord {
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

/** The count stops here, so that a search stays cheap. */
const COUNT_LIMIT = 10_000

export async function getUserRecord(db: Db, userId: UserId): Promise<UserRecord> {
  const [user] = await db<UserRecord>`
    select id, email, username, role, country, language, time_zone as "timeZone",
      email_verified_at is not null as "isEmailVerified", two_factor_enabled_at is not null as "isTwoFactorEnabled",
      suspended_at as "suspendedAt", created_at as "createdAt"
    from user_account where id = ${userId} and deleted_at is null`
  if (!user) throw commonErrors.not_found()
  return user
}

/** The usernames of these accounts. Deleted accounts are missing. */
export async function listUsernames(db: Db, userIds: UserId[]): Promise<Map<UserId, string>> {
  const rows = await db<{ id: UserId; username: string }>`
    select id, username from user_account where id = any(${userIds}::uuid[]) and deleted_at is null`
  return new Map(rows.map(({ id, username }) => [id, username]))
}

interface SearchUsers {
  /** A part of the username or the e-mail address, at least three characters. */
  search?: string | undefined
  role?: Role | undefined
  isSuspended?: boolean | undefined
  page: number
  limit: number
}

/** A page of the accounts that are not deleted, newest first. */
export async function searchUsers(
  db: Db,
  { search, role, isSuspended, page, limit }: SearchUsers,
): Promise<{ users: UserRecord[]; total: number }> {
  const filter = {
    pattern: search ? `%${escapeLikePattern(search.toLowerCase())}%` : null,
    role: role ?? null,
    isSuspended: isSuspended ?? null,
  }
  const [users, total] = await Promise.all([
    listUserRecords(db, filter, limit, (page - 1) * limit),
    countUserRecords(db, filter),
  ])
  return { users, total }
}

function escapeLikePattern(search: string): string {
  return search.replaceAll(/[\\%_]/g, '\\$&')
}

interface UserFilter {
  pattern: string | null
  role: Role | null
  isSuspended: boolean | null
}

function listUserRecords(
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

async function countUserRecords(db: Db, { pattern, role, isSuspended }: UserFilter): Promise<number> {
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

export interface FoundAccount {
  id: UserId
  email: string
  username: string
  /** Whether the whole id, username or address was searched for. */
  isExact: boolean
}

export async function findAccountById(db: Db, id: UserId): Promise<FoundAccount | undefined> {
  const [account] = await db<FoundAccount>`
    select id, email, username, true as "isExact" from user_account where id = ${id} and deleted_at is null`
  return account
}

/**
 * Accounts whose username or e-mail address is the text, or contains it, newest first. The exact ones have their own
 * branch, so that they are found among any number of others.
 */
export function searchAccounts(db: Db, text: string, limit: number): Promise<FoundAccount[]> {
  const wanted = text.toLowerCase()
  const pattern = `%${escapeLikePattern(wanted)}%`
  return db<FoundAccount>`
    select id, email, username, "isExact" from (
      select id, email, username, true as "isExact" from user_account
      where lower(email) = ${wanted} and deleted_at is null
      union
      select id, email, username, true from user_account where lower(username) = ${wanted} and deleted_at is null
      union
      (select id, email, username, lower(email) = ${wanted} or lower(username) = ${wanted} from user_account
      where deleted_at is null and lower(username || ' ' || email) like ${pattern}
      order by id desc limit ${limit})
    ) found
    order by "isExact" desc, id desc limit ${limit}`
}
