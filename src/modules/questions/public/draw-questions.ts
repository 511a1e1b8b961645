import type { Db } from '../../../platform/db/database.ts'
import type { Question, QuestionUse, TopicId } from './question.ts'

interface DrawQuestions {
  /** Undefined: any topic. */
  topicId?: TopicId | undefined
  use: QuestionUse
  count: number
  /** Determines which questions are drawn, and their order. */
  seed: string
}

/**
 * Draws single-choice questions without their answers; fewer than `count` if the pool has fewer. Questions that practice asks
 * after a lesson are never drawn: a bot battle would show their solutions to users who do not have that lesson.
 */
export async function drawQuestions(
  db: Db,
  { topicId, use, count, seed }: DrawQuestions,
): Promise<Question[]> {
  return db<Question>`
    select id, topic_id as "topicId", difficulty, prompt, options from question
    where use = ${use} and archived_at is null and type = 'SINGLE_CHOICE' and practice_lesson_id is null
      and (${topicId ?? null}::uuid is null or topic_id = ${topicId ?? null}::uuid)
    order by md5(${seed}::text || id::text), id limit ${count}`
}
