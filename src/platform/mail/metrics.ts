import { COUNT_LIMIT, defineDatabaseMetrics } from '../database-metrics.ts'

export const mailMetrics = defineDatabaseMetrics(
  {
    lyceum_mail_pending: `Mails that are not sent yet; counted up to ${COUNT_LIMIT}`,
    lyceum_mail_oldest_seconds: 'Age of the oldest unsent mail',
  },
  async (db) => {
    const [row] = await db<{ count: number; oldest: number }>`
      select
        (select count(*) from (select from outgoing_mail where sent_at is null limit ${COUNT_LIMIT}) row)::integer
          as count,
        coalesce((select extract(epoch from now() - created_at) from outgoing_mail where sent_at is null
          order by created_at limit 1), 0)::float8 as oldest`
    return { lyceum_mail_pending: row!.count, lyceum_mail_oldest_seconds: Math.max(0, row!.oldest) }
  },
)
