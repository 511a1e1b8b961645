import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export async function exportPersonalData(db: Db, userId: UserId): Promise<Record<string, unknown>> {
  const enrollments = await db`
    select course.title as course, enrolled_at as "enrolledAt", completed_at as "completedAt"
    from enrollment join course on course.id = course_id where user_id = ${userId} order by enrolled_at`
  const lessons = await db`
    select lesson.title as lesson, completed_at as "completedAt", occurred_at as "occurredAt", time_spent_seconds as "timeSpentSeconds",
      claimed_score as "claimedScore"
    from lesson_completion join lesson on lesson.id = lesson_id where user_id = ${userId} order by completed_at`
  const answers = await db`
    select question_id as "questionId", selected_option as "selectedOption", answer, is_correct as "isCorrect",
      used_hint as "usedHint", answered_at as "answeredAt"
    from lesson_answer where user_id = ${userId} order by answered_at`
  const hints = await db`
    select question_id as "questionId", asked_at as "askedAt"
    from lesson_hint where user_id = ${userId} order by asked_at`
  return { enrollments, lessons, answers, hints }
}

/** Deletes the user's answers and hints. Completions stay without a name, because ledger entries refer to them. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await tx`delete from lesson_answer where user_id = ${data.userId}`
  await tx`delete from lesson_hint where user_id = ${data.userId}`
}
