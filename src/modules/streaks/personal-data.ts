import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteStreak, findStreak, listStreakDays } from './queries.ts'

export async function exportPersonalData(db: Db, userId: UserId) {
  return {
    streak: (await findStreak(db, userId)) ?? null,
    calendar: await listStreakDays(db, userId, new Date(0)),
  }
}

/** Deletes the calendar and the time zone. The gems of milestones stay in the ledger. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deleteStreak(tx, data.userId)
}
