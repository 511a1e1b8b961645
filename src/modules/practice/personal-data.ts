import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return db`
    select id, lesson_id as "lessonId", skill, started_at as "startedAt", completed_at as "completedAt", answers, xp
    from practice_round where user_id = ${userId} order by started_at, id`
}

/** The XP stays in the ledger. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from practice_round where user_id = ${data.userId}`
  await tx`delete from practice_daily_xp where user_id = ${data.userId}`
}
