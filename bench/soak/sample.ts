import { readdirSync, readFileSync } from 'node:fs'
import type { Tolerance } from './growth-trend.ts'

/** One sample of every measurement that must not grow. */
export type Sample = Record<keyof typeof WATCHED, number>

/** The measurements, and the growth that is allowed over the judged time. */
export const WATCHED = {
  'service memory, MB': { share: 0.08, units: 15 },
  'file handles': { share: 0.1, units: 20 },
  'database connections': { share: 0, units: 4 },
  'statements that wait': { share: 0.2, units: 20 },
  'outbox rows': { share: 0.2, units: 100 },
  'jobs due': { share: 0.2, units: 100 },
  'webhooks not applied': { share: 0.2, units: 100 },
  'deliveries pending': { share: 0.2, units: 200 },
  'scores not counted': { share: 0.2, units: 500 },
  'battle rooms open': { share: 0.2, units: 20 },
} as const satisfies Record<string, Tolerance>

export async function takeSample(sql: Bun.SQL, server: { pid: number; port: number }): Promise<Sample> {
  const [rows] = await sql`
    select (select count(*) from pg_stat_activity where datname = current_database())::int as connections,
      (select count(*) from outbox)::int as outbox,
      (select count(*) from pgboss.job where state < 'completed' and start_after <= now())::int as jobs,
      (select count(*) from webhook_event where state = 'PENDING')::int as inbox,
      (select count(*) from leaderboard_score_change)::int as moves,
      (select count(*) from battle_room where ended_at is null)::int as rooms`
  const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text()
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1] ?? 0)
  return {
    'service memory, MB': residentMegabytes(server.pid),
    'file handles': readdirSync(`/proc/${server.pid}/fd`).length,
    'database connections': rows.connections,
    'statements that wait': metric('lyceum_database_pool_waiting'),
    'outbox rows': rows.outbox,
    'jobs due': rows.jobs,
    'webhooks not applied': rows.inbox,
    'deliveries pending': metric('lyceum_notification_deliveries_pending'),
    'scores not counted': rows.moves,
    'battle rooms open': rows.rooms,
  }
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
}
