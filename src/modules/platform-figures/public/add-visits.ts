import type { Tx } from '../../../platform/transaction/tx.ts'

/** Adds to the visits of a day (UTC, `2026-11-02`). */
export async function addVisits(tx: Tx, { day, visits }: { day: string; visits: number }): Promise<void> {
  await tx`
    insert into visit_daily_stat (day, visits) values (${day}::date, ${visits})
    on conflict (day) do update set visits = visit_daily_stat.visits + excluded.visits`
}
