import type { Db } from '../../../platform/db/database.ts'
import { countDeadRows, listDeadRows } from '../queue/queries.ts'

/** Lists dead events with their error and body, the newest first. */
export async function listDeadEvents(db: Db, { page, limit }: { page: number; limit: number }) {
  const [total, rows] = await Promise.all([
    countDeadRows(db),
    listDeadRows(db, { limit, offset: (page - 1) * limit }),
  ])
  return { total, items: rows.map((row) => ({ ...row, body: row.body.toString('utf8') })) }
}

/** Counts dead events up to a limit, with the time of the oldest one: ids are ordered by time. */
export async function countDeadEvents(db: Db, limit: number) {
  const [row] = await db<{ count: number; oldestAt: Date | null }>`
    select count(*)::integer as count, min(received_at) as "oldestAt" from (
      select received_at from webhook_event where state = 'DEAD' order by id limit ${limit}
    ) waiting`
  return row!
}
