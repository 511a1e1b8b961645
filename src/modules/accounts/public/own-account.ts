import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { batchedRead } from '../../../platform/transaction/shared-statements.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type Account, findAccount, lockAccount } from './account.ts'
import type { TimeZones } from './time-zones.ts'

/** An access token can outlive its account by minutes: every function here throws `UNAUTHENTICATED` in that case. */

export async function getOwnAccount(db: Db, userId: UserId): Promise<Account> {
  return requireFound(await findAccount(db, userId))
}

/** Locks the account exclusively until commit. Every change of credentials takes this lock first. */
export async function lockOwnAccount(tx: Tx, userId: UserId): Promise<Account> {
  return requireFound(await lockAccount(tx, userId))
}

/** Share-locks the account row until commit, so that account erasure sees everything this transaction writes. */
export async function shareLockOwnAccount(tx: Tx, userId: UserId): Promise<void> {
  const [row] = await tx`select id from user_account where id = ${userId} and deleted_at is null for share`
  requireFound(row)
}

/** Whether the user has turned two-factor sign-in on. */
export async function hasOwnTwoFactor(db: Db, userId: UserId): Promise<boolean> {
  const [row] = await db<{ isOn: boolean }>`
    select two_factor_enabled_at is not null as "isOn" from user_account
    where id = ${userId} and deleted_at is null`
  return requireFound(row).isOn
}

/** The same with a share lock until commit: nobody turns it off meanwhile. */
export async function shareLockOwnTwoFactor(tx: Tx, userId: UserId): Promise<boolean> {
  await shareLockOwnAccount(tx, userId)
  return hasOwnTwoFactor(tx, userId)
}

/** The time zone in which the user's days begin and end. */
export async function getOwnTimeZone(db: Db, userId: UserId): Promise<string> {
  return (await getOwnTimeZones(db, userId)).current
}

/** The same with the time zones of before, for an activity that arrives late. */
export async function getOwnTimeZones(db: Db, userId: UserId): Promise<TimeZones> {
  return requireFound(await findTimeZones(db, userId))
}

const findTimeZones = batchedRead(async (db, userIds: UserId[]): Promise<(TimeZones | undefined)[]> => {
  const rows = await db<TimeZones & { number: bigint }>`
    select number, time_zone as current, earlier_time_zones as earlier
    from unnest(${userIds}::uuid[]) with ordinality as wanted (user_id, number)
    join user_account on id = user_id and deleted_at is null`
  const byNumber = new Map(rows.map(({ number, ...zones }) => [Number(number), zones]))
  return userIds.map((_, index) => byNumber.get(index + 1))
})

interface UserAttributes {
  country: string | null
  language: string
  registeredAt: Date
}

export async function getUserAttributes(db: Db, userId: UserId): Promise<UserAttributes> {
  const [row] = await db<UserAttributes>`
    select country, language, created_at as "registeredAt" from user_account
    where id = ${userId} and deleted_at is null`
  return requireFound(row)
}

function requireFound<Found>(found: Found | undefined): Found {
  if (found === undefined) throw commonErrors.unauthenticated()
  return found
}
