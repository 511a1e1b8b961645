import type { Db } from '../../../platform/db/database.ts'
import { listChallengeTopicRows } from '../queries.ts'
import type { TopicId } from './question.ts'

export interface ChallengeTopic {
  id: TopicId
  title: string
  questionCount: number
}

/** Topics that have enough challenge questions for an attempt of `least`. */
export function listChallengeTopics(db: Db, minimum: number): Promise<ChallengeTopic[]> {
  return listChallengeTopicRows(db, minimum)
}
