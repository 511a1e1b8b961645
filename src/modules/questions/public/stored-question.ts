import type { Difficulty, QuestionId, TopicId } from './question.ts'
import type { QuestionHtml } from './question-html.ts'
import type { QuestionText } from './question-text.ts'

/** A question with its solution. It never leaves the server: `presentQuestion` gives what a client may see. */
export type StoredQuestion = QuestionText & {
  id: QuestionId
  /** One of the skills of a course. */
  skill: string | null
  /** The texts as HTML, compiled when they were stored. */
  html: QuestionHtml
}

/** A question of the pool. A reserved question has neither topic nor difficulty. */
export type PoolQuestion = StoredQuestion & { topicId: TopicId; difficulty: Difficulty }
