import type { Db } from '../../../platform/db/database.ts'
import { getQuestionStats } from '../../mastery/public/get-question-stats.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { QuestionType } from '../../questions/public/question-content.ts'
import { errors } from '../errors.ts'
import {
  countEditedQuestions,
  findEditedQuestion,
  getQuestionAccess,
  listEditedQuestionRows,
} from '../question-queries.ts'
import type { Editor } from './editor.ts'
import type { EditedQuestion, PublicationStatus } from './question-draft.ts'

interface ListQuestions {
  topicId?: string | undefined
  /** Only the questions in lessons of this course. */
  courseId?: string | undefined
  use?: 'PRACTICE' | 'CHALLENGE' | undefined
  type?: QuestionType | undefined
  status?: PublicationStatus | undefined
  lessonId?: string | undefined
  search?: string | undefined
  editor: Editor
  page: number
  limit: number
}

/** Returns the questions that the editor may see, with their answers, newest first, without the questions of contests. */
export async function listEditedQuestions(
  db: Db,
  { topicId, courseId, lessonId, use, type, status, search, editor, page, limit }: ListQuestions,
): Promise<{ questions: EditedQuestion[]; total: number }> {
  const filter = {
    topicId: topicId ?? null,
    courseId: courseId ?? null,
    use: use ?? null,
    type: type ?? null,
    status: status ?? null,
    lessonId: lessonId ?? null,
    pattern: search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
  }
  const access = await getQuestionAccess(db, editor, null)
  const [questions, total] = await Promise.all([
    listEditedQuestionRows(db, filter, access, limit, (page - 1) * limit),
    countEditedQuestions(db, filter, access),
  ])
  return { questions: await withStats(db, questions), total }
}

export async function getEditedQuestion(db: Db, id: QuestionId, editor: Editor): Promise<EditedQuestion> {
  const question = await findEditedQuestion(db, id, editor)
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
