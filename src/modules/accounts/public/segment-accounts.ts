import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** The next account ids in the order of the primary key, whatever the state of the accounts. */
export async function listAccountIds(
  db: Db,
  { after, limit }: { after: UserId | null; limit: number },
): Promise<UserId[]> {
  const rows = await db<{ id: UserId }>`
    select id from user_account where id > ${after ?? FIRST_ID}::uuid order by id limit ${limit}`
  return rows.map(({ id }) => id)
}

interface AccountFilter {
  /** Primary subtags, such as `pt` for `pt-BR`. Null is any. */
  languages: string[] | null
  countries: string[] | null
  roles: Role[] | null
  /** Accounts that are younger do not match. */
  createdUntil: Date
}

/** Those of the given accounts that match, in the order of their ids. Suspended and deleted accounts never match. */
export function listMatchingAccounts(
  db: Db,
  userIds: UserId[],
  { languages, countries, roles, createdUntil }: AccountFilter,
): Promise<{ userId: UserId; language: string }[]> {
  return db<{ userId: UserId; language: string }>`
    select id as "userId", language from user_account
    where id = any(${userIds}::uuid[]) and deleted_at is null and suspended_at is null
      and created_at <= ${createdUntil}
      and (${languages}::text[] is null or lower(split_part(language, '-', 1)) = any(${languages}::text[]))
      and (${countries}::text[] is null or country = any(${countries}::text[]))
      and (${roles}::text[] is null or role = any(${roles}::text[]))
    order by id`
}
