import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type ContestView, presentContest } from './contest-view.ts'
import { countContests, listContestIds, listContestRows } from './queries.ts'

interface ListContests {
  userId: UserId
  isForStaff?: boolean
  search?: string | undefined
  order: 'ASC' | 'DESC'
  page: number
  limit: number
  now: Date
}

/** A page of the contests that a user may see, by their beginning. */
export async function listContests(
  db: Db,
  { userId, isForStaff = false, search, order, page, limit, now }: ListContests,
): Promise<{ items: ContestView[]; total: number; page: number; limit: number }> {
  const selection = { userId, isForStaff, pattern: search ? `%${literally(search)}%` : null }
  const [ids, total] = await Promise.all([
    listContestIds(db, selection, { order, limit, offset: (page - 1) * limit }),
    countContests(db, selection),
  ])
  const rows = ids.length === 0 ? [] : await listContestRows(db, ids, userId)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { items: ids.map((id) => presentContest(byId.get(id)!, now)), total, page, limit }
}

/** A search is for what it says, whatever its characters mean to LIKE. */
function literally(search: string): string {
  return search.replaceAll(/[\\%_]/g, '\\$&')
}
