import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findContestPage, listContestRows } from '../listing-queries.ts'
import type { Contest, ContestId, ContestStatus } from './contest.ts'
import { type ContestView, presentContest } from './contest-view.ts'

interface ListContests {
  userId: UserId
  includePrivate?: boolean
  /** Only contests of which the user is the author. */
  mine?: boolean | undefined
  status?: ContestStatus | undefined
  search?: string | undefined
  order: 'ASC' | 'DESC'
  page: number
  limit: number
  now: Date
}

/** A page of the contests that a user may see, ordered by start. */
export async function listContests(
  db: Db,
  { userId, includePrivate = false, mine = false, status, search, order, page, limit, now }: ListContests,
): Promise<{ items: ContestView[]; total: number; page: number; limit: number }> {
  const selection = {
    userId,
    includePrivate,
    pattern: search ? `%${escapeLikePattern(search)}%` : null,
    authorId: mine ? userId : null,
    status: status ?? null,
    now,
  }
  const { ids, total } = await findContestPage(db, selection, { order, limit, offset: (page - 1) * limit })
  const rows = ids.length === 0 ? [] : await listContestRows(db, ids, userId)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { items: ids.map((id) => presentContest(byId.get(id)!, now)), total, page, limit }
}

/** A contest in the search of staff. */
interface FoundContest extends Pick<Contest, 'id' | 'title' | 'startsAt' | 'outcome'> {
  isExact: boolean
}

export async function findContestById(db: Db, id: ContestId): Promise<FoundContest | undefined> {
  const [row] = await db<FoundContest>`
    select id, title, starts_at as "startsAt", outcome, true as "isExact" from contest where id = ${id}`
  return row
}

/** Contests with the text in their title, the latest first; those with exactly this title come first. */
export function searchContestTitles(db: Db, text: string, limit: number): Promise<FoundContest[]> {
  const pattern = `%${escapeLikePattern(text)}%`
  // The index contains title and description together.
  return db<FoundContest>`
    select id, title, starts_at as "startsAt", outcome, lower(title) = lower(${text}) as "isExact" from contest
    where (title || ' ' || description) ilike ${pattern} and title ilike ${pattern}
    order by "isExact" desc, starts_at desc, id desc limit ${limit}`
}

function escapeLikePattern(search: string): string {
  return search.replaceAll(/[\\%_]/g, '\\$&')
}

/** The contests for which `contests.contest_won` was emitted, by user. */
export function listWonContests(db: Db, userIds: UserId[]) {
  return db<{ userId: UserId; contestIds: string[] }>`
    select user_id as "userId", array_agg(contest_id::text) as "contestIds"
    from contest_participant join contest on contest.id = contest_id
    where user_id = any(${userIds}::uuid[]) and rank = 1 and score >= min_prize_score and finalized_at is not null
      and withdrawn_at is null
    group by user_id`
}
