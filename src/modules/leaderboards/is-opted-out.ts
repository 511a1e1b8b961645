import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { listAbsences } from './queries.ts'

/** Whether the user asked not to be shown. */
export async function isOptedOut(db: Db, userId: UserId): Promise<boolean> {
  return (await listAbsences(db, userId)).some(({ reason }) => reason === 'OPTED_OUT')
}
