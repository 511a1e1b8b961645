import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { TimeZones } from './time-zones.ts'

/** True unless the account is unknown, deleted or suspended. */
export async function isActiveUser(db: Db, userId: UserId): Promise<boolean> {
  const rows = await db`
    select from user_account where id = ${userId} and deleted_at is null and suspended_at is null`
  return rows.length > 0
}

export async function isEmailVerified(db: Db, userId: UserId): Promise<boolean> {
  const rows = await db`
    select from user_account where id = ${userId} and deleted_at is null and email_verified_at is not null`
  return rows.length > 0
}

/** The ids of active users that are greater than `after`, in id order. */
export async function listActiveUsers(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ id: UserId }>`
    select id from user_account
    where id > ${after}::uuid and deleted_at is null and suspended_at is null order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

/** The time zones of active users. Deleted and suspended users are missing from the map. */
export async function listTimeZones(db: Db, userIds: UserId[]): Promise<Map<UserId, TimeZones>> {
  const rows = await db<TimeZones & { id: UserId }>`
    select id, time_zone as current, earlier_time_zones as earlier from user_account
    where id = any(${userIds}::uuid[]) and deleted_at is null and suspended_at is null`
  return new Map(rows.map(({ id, ...zones }) => [id, zones]))
}

/** Which of these users are deleted or suspended. Inactive users receive no payments. */
export async function listInactiveUsers(db: Db, userIds: UserId[]): Promise<UserId[]> {
  if (userIds.length === 0) return []
  const rows = await db<{ id: UserId }>`
    select id from user_account
    where id = any(${userIds}::uuid[]) and (deleted_at is not null or suspended_at is not null)`
  return rows.map(({ id }) => id)
}

/** Distinguishes deleted accounts from existing ones, suspended or not. Unknown ids are missing from the map. */
export async function findDeletionState(
  db: Db,
  userIds: UserId[],
): Promise<Map<UserId, { isDeleted: boolean }>> {
  if (userIds.length === 0) return new Map()
  const rows = await db<{ id: UserId; isDeleted: boolean }>`
    select id, deleted_at is not null as "isDeleted" from user_account where id = any(${userIds}::uuid[])`
  return new Map(rows.map(({ id, isDeleted }) => [id, { isDeleted }]))
}
