import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return db`
    select skill, rating, answers, last_answered_at as "lastAnsweredAt"
    from skill_mastery where user_id = ${userId} order by skill`
}

/** Pending answers first: this waits for a fold that has locked them, whose result the second statement deletes. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from mastery_answer where user_id = ${data.userId}`
  await tx`delete from skill_mastery where user_id = ${data.userId}`
}
