import type { Db } from '../../../platform/db/database.ts'
import { listDrawn } from '../queries.ts'
import type { Question, QuestionUse, TopicId } from './question.ts'

interface DrawQuestions {
  /** Left out: any topic. */
  topicId?: TopicId | undefined
  use: QuestionUse
  count: number
  seed: string
}

/** Questions for an attempt, without their answers; fewer than asked for when the pool has no more. */
export function drawQuestions(db: Db, { topicId, use, count, seed }: DrawQuestions): Promise<Question[]> {
  return listDrawn(db, { topicId: topicId ?? null, use, count, seed })
}
