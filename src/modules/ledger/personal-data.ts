import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { findStreak, listStreakDays } from '../streaks/queries.ts'
import { userAccount } from './public/account.ts'
import { listEntries } from './queries.ts'

const ENTRIES_EXPORTED = 100_000

/** What the books and the calendar hold of a user, for the document of all their data. */
export async function exportLedgerData(db: Db, userId: UserId): Promise<unknown> {
  const entries = await listEntries(db, userAccount(userId), {
    asset: null,
    limit: ENTRIES_EXPORTED,
    offset: 0,
  })
  return {
    // JSON knows no bigint.
    ledger: entries.map((entry) => ({ ...entry, amount: Number(entry.amount) })),
    streak: (await findStreak(db, userId)) ?? null,
    calendar: await listStreakDays(db, userId, new Date(0)),
  }
}
