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

/** Draws single-choice questions without their answers; fewer than `count` if the pool has fewer. */
export async function drawQuestions(
  db: Db,
  { topicId, use, count, seed }: DrawQuestions,
): Promise<Question[]> {
  return db<Question>`
    select id, topic_id as "topicId", difficulty, prompt, options from question
    where use = ${use} and archived_at is null and type = 'SINGLE_CHOICE'
      and (${topicId ?? null}::uuid is null or topic_id = ${topicId ?? null}::uuid)
    order by md5(${seed}::text || id::text), id limit ${count}`
}
