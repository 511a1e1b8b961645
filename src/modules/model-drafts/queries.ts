import type { Db } from '../../platform/db/database.ts'
import { type Id, newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { QuestionId } from '../questions/public/question.ts'

export type MarkId = Id<'ModelDraft'>
/** What is marked. */
export type Marked = { lessonId: LessonId } | { questionId: QuestionId }

export interface Mark {
  id: MarkId
  lessonId: LessonId | null
  questionId: QuestionId | null
  sourceTitle: string
  sourceUrl: string | null
  model: string
  draftedAt: Date
}

type NewMark = Pick<Mark, 'sourceTitle' | 'sourceUrl' | 'model' | 'draftedAt'>

export async function insertMarks(tx: Tx, marked: Marked[], mark: NewMark): Promise<Mark[]> {
  const rows = marked.map((one) => ({
    id: newId<'ModelDraft'>(),
    lessonId: 'lessonId' in one ? one.lessonId : null,
    questionId: 'questionId' in one ? one.questionId : null,
  }))
  const { sourceTitle, sourceUrl, model, draftedAt } = mark
  await tx`
    insert into model_draft (id, lesson_id, question_id, source_title, source_url, model, drafted_at)
    select id, "lessonId", "questionId", ${sourceTitle}, ${sourceUrl}, ${model}, ${draftedAt}
    from jsonb_to_recordset(${rows}::jsonb) as row (id uuid, "lessonId" uuid, "questionId" uuid)`
  return rows.map((row) => ({ ...row, ...mark }))
}

export function listMarks(db: Db, marked: Marked): Promise<Mark[]> {
  const lessonId = 'lessonId' in marked ? marked.lessonId : null
  const questionId = 'questionId' in marked ? marked.questionId : null
  return db<Mark>`
    select id, lesson_id as "lessonId", question_id as "questionId", source_title as "sourceTitle",
      source_url as "sourceUrl", model, drafted_at as "draftedAt"
    from model_draft where lesson_id = ${lessonId} or question_id = ${questionId} order by drafted_at, id`
}

/** Locks the mark until commit. */
export async function lockMark(tx: Tx, id: string): Promise<Mark | undefined> {
  const [mark] = await tx<Mark>`
    select id, lesson_id as "lessonId", question_id as "questionId", source_title as "sourceTitle",
      source_url as "sourceUrl", model, drafted_at as "draftedAt"
    from model_draft where id = ${id} for update`
  return mark
}

export async function deleteMark(tx: Tx, id: MarkId): Promise<void> {
  await tx`delete from model_draft where id = ${id}`
}
