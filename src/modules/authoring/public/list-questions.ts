import type { Db } from '../../../platform/db/database.ts'
import { getQuestionStats } from '../../mastery/public/get-question-stats.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'
import { countEditedQuestions, listEditedQuestionRows, type QuestionFilter } from '../question-queries.ts'
import { type Editor, getQuestionAccess } from './editor.ts'
import type { EditedQuestion, QuestionQuery } from './question-draft.ts'

interface ListQuestions extends QuestionQuery {
  editor: Editor
  /** Only questions that the editor may change. */
  mine?: boolean | undefined
  page: number
  limit: number
}

/** Returns the questions that the editor may see, with their answers, newest first, without the questions of contests. */
export async function listEditedQuestions(
  db: Db,
  { editor, page, limit, mine = false, ...query }: ListQuestions,
): Promise<{ questions: EditedQuestion[]; total: number }> {
  const filter = toFilter(query, mine)
  const access = await getQuestionAccess(db, editor, null)
  const [questions, total] = await Promise.all([
    listEditedQuestionRows(db, filter, access, limit, (page - 1) * limit),
    countEditedQuestions(db, filter, access),
  ])
  return { questions: await withStats(db, questions), total }
}

/** Returns those of the questions that the editor may see, newest first. Questions of tests are not among them. */
export async function listQuestionsByIds(
  db: Db,
  ids: QuestionId[],
  editor: Editor,
): Promise<EditedQuestion[]> {
  return listRows(db, { ...toFilter({}, false), ids }, editor, ids.length)
}

/** Returns the questions that the editor may change, newest first. */
export async function listEditableQuestions(
  db: Db,
  query: QuestionQuery,
  { editor, limit }: { editor: Editor; limit: number },
): Promise<EditedQuestion[]> {
  return listRows(db, toFilter(query, true), editor, limit)
}

/** Returns those of the questions that the editor may change, in the order of the ids. */
export async function getEditableQuestions(
  db: Db,
  ids: QuestionId[],
  editor: Editor,
): Promise<EditedQuestion[]> {
  const questions = await listRows(db, { ...toFilter({}, true), ids }, editor, ids.length)
  const found = new Map(questions.map((question) => [question.id, question]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

async function listRows(
  db: Db,
  filter: QuestionFilter,
  editor: Editor,
  limit: number,
): Promise<EditedQuestion[]> {
  const access = await getQuestionAccess(db, editor, null)
  return listEditedQuestionRows(db, filter, access, limit)
}

function toFilter(query: QuestionQuery, isEditable: boolean): QuestionFilter {
  const { topicId, use, type, status, search, difficulty, tag, courseId, lessonId } = query
  return {
    topicId: topicId ?? null,
    use: use ?? null,
    type: type ?? null,
    status: status ?? null,
    difficulty: difficulty ?? null,
    tag: tag ?? null,
    courseId: courseId ?? null,
    lessonId: lessonId ?? null,
    ids: null,
    isEditable,
    pattern: search ? `%${search.replaceAll(/[\\%_]/g, '\\$&')}%` : null,
  }
}

export async function findEditedQuestion(
  db: Db,
  id: QuestionId,
  editor: Editor,
): Promise<EditedQuestion | undefined> {
  const access = await getQuestionAccess(db, editor, id)
  const filter = { ...toFilter({}, false), use: 'ANY' as const, ids: [id] }
  return (await listEditedQuestionRows(db, filter, access, 1))[0]
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
  return questions.map((question) => {
    const found = stats.get(question.id)
    if (!found) return question
    // Times are only in the figures of a course, which hide small groups.
    const { answerCount, successRate, difficultyRating, discrimination } = found
    return { ...question, stats: { answerCount, successRate, difficultyRating, discrimination } }
  })
}
