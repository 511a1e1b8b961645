import type { Db } from '../../../platform/db/database.ts'
import { countDeadRows, countWaitingDeadRows, listDeadRows } from '../queue/queries.ts'

/** Lists dead events with their error and body, the newest first. */
export async function listDeadEvents(db: Db, { page, limit }: { page: number; limit: number }) {
  const [total, rows] = await Promise.all([
    countDeadRows(db),
    listDeadRows(db, { limit, offset: (page - 1) * limit }),
  ])
  return { total, items: rows.map((row) => ({ ...row, body: row.body.toString('utf8') })) }
}

/** Counts dead events up to a limit. */
export function countDeadEvents(db: Db, limit: number): Promise<{ count: number; oldestAt: Date | null }> {
  return countWaitingDeadRows(db, limit)
}
