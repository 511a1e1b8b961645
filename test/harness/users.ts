import type { Db } from '../../src/platform/db/database.ts'
import { newId, type UserId } from '../../src/platform/ids.ts'

interface Details {
  id?: UserId
  country?: string | null
  language?: string
  timeZone?: string
  emailVerifiedAt?: Date | null
  createdAt?: Date
}

/**
 * Inserts only the row of a user: no event is emitted and no session is created. The address is
 * `<id>@example.com`.
 */
export async function insertUser(db: Db, details: Details = {}): Promise<UserId> {
  const {
    id = newId<'User'>(),
    country = null,
    language = 'en',
    timeZone = 'UTC',
    emailVerifiedAt = null,
    createdAt = new Date(),
  } = details
  await db`
    insert into user_account (id, email, username, country, language, time_zone, email_verified_at, created_at)
    values (${id}, ${`${id}@example.com`}, ${usernameOf(id)}, ${country}, ${language}, ${timeZone},
      ${emailVerifiedAt}, ${createdAt})`
  return id
}

/** Inserts many users. */
export async function insertUsers(db: Db, count: number): Promise<UserId[]> {
  const ids = Array.from({ length: count }, () => newId<'User'>())
  await db`
    insert into user_account (id, email, username, created_at)
    select id, id || '@example.com', 'user_' || replace(id::text, '-', ''), now()
    from unnest(${ids}::uuid[]) as id`
  return ids
}

/** The name that `insertUser` gives to a user. */
export function usernameOf(id: UserId): string {
  return `user_${id.replaceAll('-', '')}`
}
