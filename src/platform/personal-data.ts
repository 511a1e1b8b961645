import type { Db } from './db/database.ts'
import type { UserId } from './ids.ts'

/** One part of a user's data export; each module provides its own. */
export interface PersonalDataSection {
  name: string
  read: (db: Db, userId: UserId, now: Date) => Promise<unknown>
}
