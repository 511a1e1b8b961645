import type { Db } from '../../../platform/db/database.ts'
import type { Role } from '../../../platform/http/caller.ts'
import { countUserRecords, listUserRecords, type UserRecord } from './user-records.ts'

interface SearchUsers {
  /** A part of the name or the address, three characters at least. */
  search?: string | undefined
  role?: Role | undefined
  isSuspended?: boolean | undefined
  page: number
  limit: number
}

/** A page of the accounts that there are, newest first; for those who run the service. Thousands are not counted off. */
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

/** A search is for what it says, whatever its characters mean to LIKE. */
function escapeLikePattern(search: string): string {
  return search.replaceAll(/[\\%_]/g, '\\$&')
}
