import type { Db } from '../../../platform/db/database.ts'
import { getQuestionStats } from '../../mastery/public/get-question-stats.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { QuestionType } from '../../questions/public/question-content.ts'
import { errors } from '../errors.ts'
import { countEditedQuestions, findEditedQuestion, listEditedQuestionRows } from '../question-queries.ts'
import type { EditedQuestion, PublicationStatus } from './question-draft.ts'

interface ListQuestions {
  topicId?: string | undefined
  use?: 'PRACTICE' | 'CHALLENGE' | undefined
  type?: QuestionType | undefined
  status?: PublicationStatus | undefined
  search?: string | undefined
  page: number
  limit: number
}

/** Returns the pool with its answers for authors, newest first, without the questions of contests. */
export async function listEditedQuestions(
  db: Db,
  { topicId, use, type, status, search, page, limit }: ListQuestions,
): Promise<{ questions: EditedQuestion[]; total: number }> {
  const filter = {
    topicId: topicId ?? null,
    use: use ?? null,
    type: type ?? null,
    status: status ?? null,
    pattern: search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
  }
  const [questions, total] = await Promise.all([
    listEditedQuestionRows(db, filter, limit, (page - 1) * limit),
    countEditedQuestions(db, filter),
  ])
  return { questions: await withStats(db, questions), total }
}

export async function getEditedQuestion(db: Db, id: QuestionId): Promise<EditedQuestion> {
  const question = await findEditedQuestion(db, id)
  if (!question) throw errors.question_not_found()
  return (await withStats(db, [question]))[0]!
}

/** Adds what the answers of learners say about the questions. */
async function withStats(db: Db, questions: EditedQuestion[]): Promise<EditedQuestion[]> {
  const stats = await getQuestionStats(
    db,
    questions.map(({ id }) => id),
  )
  return questions.map((question) => ({ ...question, stats: stats.get(question.id) }))
}
