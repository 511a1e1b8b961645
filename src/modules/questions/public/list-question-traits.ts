import type { Db } from '../../../platform/db/database.ts'
import type { Difficulty, QuestionId } from './question.ts'
import type { QuestionType } from './question-content.ts'

export interface QuestionTraits {
  id: QuestionId
  type: QuestionType
  difficulty: Difficulty
  /** Null unless it is SINGLE_CHOICE. */
  optionCount: number | null
  /** The skill, or the title of the topic in lower case, as skills are written. Null for a reserved question without both. */
  skill: string | null
}

/** Returns what the rating of a question depends on, without its texts. Includes archived questions. */
export async function listQuestionTraits(db: Db, ids: QuestionId[]): Promise<QuestionTraits[]> {
  return db<QuestionTraits>`
    select question.id, type, difficulty, cardinality(options) as "optionCount", coalesce(skill, lower(topic.title)) as skill
    from question left join topic on topic.id = topic_id
    where question.id = any(${ids}::uuid[])`
}
