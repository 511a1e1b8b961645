import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return db`
    select id, course_id as "courseId", number, started_at as "startedAt", deadline_at as "deadlineAt",
      submitted_at as "submittedAt", answers, score, is_passed as "isPassed"
    from course_test_attempt where user_id = ${userId} order by started_at, id`
}

export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from course_test_attempt where user_id = ${data.userId}`
}
