import { addMs, DAY_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import { runText } from '../../../platform/db/statement-text.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { Role } from '../../../platform/http/caller.ts'
import { LAST_ID } from '../../../platform/http/cursor.ts'
import { smallestIdAt, type UserId } from '../../../platform/ids.ts'

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
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export async function getUserRecord(db: Db, userId: UserId): Promise<UserRecord> {
  const [user] = await listUserRecords(db, [userId])
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
  /** Of accounts that were created in this time: `from` is included, `to` is not. */
  from?: Date | undefined
  to?: Date | undefined
  page: number
  limit: number
}

/** A page of the accounts that are not deleted, newest first. */
export async function searchUsers(
  db: Db,
  { search, role, isSuspended, from, to, page, limit }: SearchUsers,
): Promise<{ users: UserRecord[]; total: number }> {
  const text = search?.toLowerCase() ?? null
  const filter = {
    role: role ?? null,
    isSuspended: isSuspended ?? null,
    from: from ?? null,
    to: to ?? null,
    ...idsAround(from, to),
    limit,
    offset: (page - 1) * limit,
  }
  const { ids, total } =
    text !== null && !(await isCommonText(db, text))
      ? await findMatchingUsers(db, toLikePattern(text), filter)
      : isSuspended === true || (role !== undefined && role !== 'USER')
        ? await findFewUsers(db, text, filter)
        : await findNewestUsers(db, text, filter)
  return { users: await listUserRecords(db, ids), total }
}

/** Ids contain the time of their creation, so the primary key finds accounts by time. A day more, in case clocks differ. */
export function idsAround(from: Date | undefined, to: Date | undefined): { fromId: string; toId: string } {
  return {
    fromId: from ? smallestIdAt(addMs(from, -DAY_MS)) : FIRST_ID,
    toId: to ? smallestIdAt(addMs(to, DAY_MS)) : LAST_ID,
  }
}

/** Whether at least a tenth of about a thousand accounts contain the text. PostgreSQL estimates this badly for `like`. */
async function isCommonText(db: Db, text: string): Promise<boolean> {
  const [row] = await db<{ isCommon: boolean }>`
    select count(*) <= 10 * count(*) filter (where position(${text} in lower(username || ' ' || email)) > 0) as "isCommon"
    from user_account tablesample system (
      (select least(100, 100 * 1000 / greatest(reltuples, 1)) from pg_class where oid = 'user_account'::regclass))
    where deleted_at is null`
  return row!.isCommon
}

function toLikePattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
}

interface UserFilter {
  role: Role | null
  isSuspended: boolean | null
  from: Date | null
  to: Date | null
  fromId: string
  toId: string
  limit: number
  offset: number
}

interface FoundUsers {
  ids: UserId[]
  total: number
}

/** Accounts that are not deleted: the columns that the filters need. */
const ACCOUNTS =
  'select id, username, email, role, suspended_at, created_at from user_account where deleted_at is null'

/** Adds the value of the next parameter and returns its name, such as `$1`. */
type AddParameter = (value: unknown) => string

/** For a text that few accounts contain: the index finds all of them. */
function findMatchingUsers(db: Db, pattern: string, filter: UserFilter): Promise<FoundUsers> {
  const matching = (add: AddParameter) =>
    `${ACCOUNTS} and lower(username || ' ' || email) like ${add(pattern)}`
  return findUsers(db, matching, filter)
}

/**
 * Staff or suspended users, whose indexes contain only them. The conditions of the indexes are written out: a plan for all values of
 * the parameters does not use a partial index otherwise.
 */
function findFewUsers(db: Db, text: string | null, filter: UserFilter): Promise<FoundUsers> {
  const isStaff = filter.role !== null && filter.role !== 'USER'
  const few = (add: AddParameter) => `
    select * from (
      ${ACCOUNTS} and ${add(isStaff)}::boolean and role <> 'USER'
      union all
      ${ACCOUNTS} and not ${add(isStaff)}::boolean and suspended_at is not null
    ) few where ${containsText(add, text)}`
  return findUsers(db, few, filter)
}

/** For no text, or a text that many accounts contain: the newest are soon found by reading, the index would list all. */
function findNewestUsers(db: Db, text: string | null, filter: UserFilter): Promise<FoundUsers> {
  return findUsers(db, (add) => `${ACCOUNTS} and ${containsText(add, text)}`, filter)
}

function containsText(add: AddParameter, text: string | null): string {
  return `(${add(text)}::text is null or position(${add(text)}::text in lower(username || ' ' || email)) > 0)`
}

/** The page of the given accounts that the filter leaves, and their number. */
async function findUsers(
  db: Db,
  accounts: (add: AddParameter) => string,
  { role, isSuspended, from, to, fromId, toId, limit, offset }: UserFilter,
): Promise<FoundUsers> {
  const values: unknown[] = []
  const add: AddParameter = (value) => `$${values.push(value)}`
  const statement = `
    with found as materialized (
      select id from (${accounts(add)}) account
      where (${add(role)}::text is null or role = ${add(role)}::text)
        and (${add(isSuspended)}::boolean is null or (suspended_at is not null) = ${add(isSuspended)}::boolean)
        and id >= ${add(fromId)}::uuid and id < ${add(toId)}::uuid
        and (${add(from)}::timestamptz is null or created_at >= ${add(from)}::timestamptz)
        and (${add(to)}::timestamptz is null or created_at < ${add(to)}::timestamptz)
      order by id desc limit greatest(${COUNT_LIMIT}, ${add(offset + limit)}::integer)
    )
    select array(select id from found order by id desc limit ${add(limit)} offset ${add(offset)}) as ids,
      least(count(*), ${COUNT_LIMIT})::integer as total
    from found`
  const [found] = await runText<FoundUsers>(db, statement, values)
  return found!
}

/** The accounts with these ids in the same order. Deleted accounts are missing. */
export async function listUserRecordsById(db: Db, ids: UserId[]): Promise<UserRecord[]> {
  const found = new Map((await listUserRecords(db, ids)).map((user) => [user.id, user]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

function listUserRecords(db: Db, ids: UserId[]): Promise<UserRecord[]> {
  return db<UserRecord>`
    select id, email, username, role, country, language, time_zone as "timeZone",
      email_verified_at is not null as "isEmailVerified", two_factor_enabled_at is not null as "isTwoFactorEnabled",
      suspended_at as "suspendedAt", created_at as "createdAt"
    from user_account where id = any(${ids}::uuid[]) and deleted_at is null order by id desc`
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
 * Accounts whose username or e-mail address is the text, or contains it, newest first. The exact ones are searched
 * apart, so that they are found among any number of others.
 */
export async function searchAccounts(db: Db, text: string, limit: number): Promise<FoundAccount[]> {
  const wanted = text.toLowerCase()
  const [exact, containing] = await Promise.all([
    findExactAccounts(db, wanted),
    isCommonText(db, wanted).then((isCommon) =>
      isCommon ? listNewestContaining(db, wanted, limit) : listMatching(db, toLikePattern(wanted), limit),
    ),
  ])
  const exactIds = new Set(exact.map(({ id }) => id))
  return [...exact, ...containing.filter(({ id }) => !exactIds.has(id))].slice(0, limit)
}

function findExactAccounts(db: Db, wanted: string): Promise<FoundAccount[]> {
  return db<FoundAccount>`
    select id, email, username, true as "isExact" from (
      select id, email, username from user_account where lower(email) = ${wanted} and deleted_at is null
      union
      select id, email, username from user_account where lower(username) = ${wanted} and deleted_at is null
    ) found
    order by id desc`
}

function listNewestContaining(db: Db, text: string, limit: number): Promise<FoundAccount[]> {
  return db<FoundAccount>`
    select id, email, username, false as "isExact" from user_account
    where deleted_at is null and position(${text} in lower(username || ' ' || email)) > 0
    order by id desc limit ${limit}`
}

function listMatching(db: Db, pattern: string, limit: number): Promise<FoundAccount[]> {
  return db<FoundAccount>`
    select id, email, username, false as "isExact" from user_account
    where deleted_at is null and lower(username || ' ' || email) like ${pattern}
    order by id desc limit ${limit}`
}
