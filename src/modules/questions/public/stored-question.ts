import type { Difficulty, QuestionId, TopicId } from './question.ts'
import type { QuestionContent } from './question-content.ts'
import type { QuestionHtml } from './question-html.ts'

interface QuestionFields {
  id: QuestionId
  prompt: string
  explanation: string
  /** A tip that a learner may ask for. */
  hint: string | null
  /** A text for each option in the stored order, shown to a learner who selected it. */
  optionFeedback: string[] | null
  /** One of the skills of a course. */
  skill: string | null
  /** The texts as HTML, compiled when they were stored. */
  html: QuestionHtml
}

/** A question with its solution. It never leaves the server: `presentQuestion` gives what a client may see. */
export type StoredQuestion = QuestionFields & QuestionContent

/** A question of the pool. A reserved question has neither topic nor difficulty. */
export type PoolQuestion = StoredQuestion & { topicId: TopicId; difficulty: Difficulty }
