import type { AutocommitDb, Db } from '../../../platform/db/database.ts'

export async function isZoneReminded(db: Db, zone: string, day: string): Promise<boolean> {
  return (await db`select 1 from streak_reminder where zone = ${zone} and day = ${day}::date`).length > 0
}

export async function markZoneReminded(autocommitDb: AutocommitDb, zone: string, day: string): Promise<void> {
  await autocommitDb`insert into streak_reminder (zone, day) values (${zone}, ${day}::date) on conflict do nothing`
}
