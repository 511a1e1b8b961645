import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { findPremium } from '../queries.ts'

/** Whether premium content is open to a user at a moment: what was paid for has not ended, or its grace has not. */
export function hasPremium(db: Db, userId: UserId, now: Date): Promise<boolean> {
  return findPremium(db, userId, now)
}
