import type { Db } from './db/database.ts'
import type { UserId } from './ids.ts'

/** One part of the document that a user gets of all their data; each module brings its own. */
export interface PersonalDataSection {
  name: string
  read: (db: Db, userId: UserId) => Promise<unknown>
}
