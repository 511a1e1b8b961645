import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionId, TopicId } from '../questions/public/question.ts'
import { type StoredRow, toContentColumns, toStoredQuestion } from '../questions/public/question-columns.ts'
import type { QuestionType } from '../questions/public/question-content.ts'
import type { QuestionText } from '../questions/public/question-text.ts'
import type { CopiedQuestion } from './copy-queries.ts'
import { accessOf, type Editor } from './public/editor.ts'
import type { EditedQuestion, PublicationStatus } from './public/question-draft.ts'

export interface QuestionFilter {
  topicId: string | null
  /** Only the questions in lessons of this course. */
  courseId: string | null
  use: 'PRACTICE' | 'CHALLENGE' | null
  type: QuestionType | null
  status: PublicationStatus | null
  /** Only the questions of one lesson. */
  lessonId: string | null
  /** A pattern for ILIKE. */
  pattern: string | null
}

/**
 * Which questions an editor may change: those in lessons of own courses (`inOwnCourses`), and those that the editor wrote
 * unless they are in a lesson of another course (`elsewhere`). Others see only questions of packs: a question is shown with
 * its solution.
 */
export interface QuestionAccess {
  userId: UserId
  seesAll: boolean
  inOwnCourses: QuestionId[]
  elsewhere: QuestionId[]
}

/** Reads the lessons, or those that contain one question. An ADMIN needs none of them. */
export async function getQuestionAccess(
  db: Db,
  editor: Editor,
  questionId: QuestionId | null,
): Promise<QuestionAccess> {
  const { userId, seesAll } = accessOf(editor)
  if (seesAll) return { userId, seesAll, inOwnCourses: [], elsewhere: [] }
  const [row] = await db<Pick<QuestionAccess, 'inOwnCourses' | 'elsewhere'>>`
    select coalesce(jsonb_agg(question_id) filter (where is_author), '[]') as "inOwnCourses",
      coalesce(jsonb_agg(question_id) filter (where not is_author), '[]') as elsewhere
    from lesson join course on course.id = course_id,
      coalesce(owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids), false) as is_author,
      jsonb_path_query(all_slides(lesson), '$[*].questionId') as question_id
    where course.key ^@ 'admin:' and (${questionId}::text is null or question_id #>> '{}' = ${questionId}::text)`
  return { userId, seesAll, ...row! }
}

type EditedRow = StoredRow &
  Pick<EditedQuestion, 'origin' | 'status' | 'canEdit' | 'version' | 'topicId' | 'use' | 'difficulty'> & {
    edited: Partial<StoredRow> | null
  }

function toEdited({ edited, ...row }: EditedRow): EditedQuestion {
  const { html: _, ...question } = toStoredQuestion({ ...row, ...edited })
  return { ...question, hasUnpublishedChanges: edited !== null }
}

export async function listEditedQuestionRows(
  db: Db,
  filter: QuestionFilter,
  access: QuestionAccess,
  limit: number,
  offset: number,
): Promise<EditedQuestion[]> {
  const { userId, seesAll, inOwnCourses, elsewhere } = access
  const { topicId, courseId, lessonId, use, type, status, pattern } = filter
  const rows = await db<EditedRow>`
    select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
      can_edit as "canEdit", version, topic_id as "topicId", use, difficulty, type, prompt, options, correct_index as "correctIndex", content,
      explanation, hint, option_feedback as "optionFeedback", skill, html, edited
    from question, coalesce(key ^@ 'admin:' and (${seesAll} or id = any(${inOwnCourses}::uuid[])
        or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[]))), false) as can_edit
    where use in ('PRACTICE', 'CHALLENGE')
      and (${seesAll} or can_edit or (not key ^@ 'admin:' and archived_at is null))
      and (${topicId}::uuid is null or topic_id = ${topicId}::uuid)
      and (${courseId}::uuid is null or id in (
        select (question_id #>> '{}')::uuid from lesson, jsonb_path_query(slides, '$[*].questionId') as question_id
        where course_id = ${courseId}::uuid))
      and (${use}::text is null or use = ${use}::text)
      and (${type}::text is null or type = ${type}::text)
      and (${lessonId}::uuid is null or id in (select (jsonb_path_query(slides, '$[*].questionId') #>> '{}')::uuid
        from lesson where lesson.id = ${lessonId}::uuid))
      and (${pattern}::text is null or prompt ilike ${pattern}::text)
      and (${status}::text is null or ${status}::text
        = case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end)
    order by id desc limit ${limit} offset ${offset}`
  return rows.map(toEdited)
}

export async function countEditedQuestions(
  db: Db,
  filter: QuestionFilter,
  access: QuestionAccess,
): Promise<number> {
  const { userId, seesAll, inOwnCourses, elsewhere } = access
  const { topicId, courseId, lessonId, use, type, status, pattern } = filter
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from question, coalesce(key ^@ 'admin:' and (${seesAll} or id = any(${inOwnCourses}::uuid[])
        or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[]))), false) as can_edit
    where use in ('PRACTICE', 'CHALLENGE')
      and (${seesAll} or can_edit or (not key ^@ 'admin:' and archived_at is null))
      and (${topicId}::uuid is null or topic_id = ${topicId}::uuid)
      and (${courseId}::uuid is null or id in (
        select (question_id #>> '{}')::uuid from lesson, jsonb_path_query(slides, '$[*].questionId') as question_id
        where course_id = ${courseId}::uuid))
      and (${use}::text is null or use = ${use}::text)
      and (${type}::text is null or type = ${type}::text)
      and (${lessonId}::uuid is null or id in (select (jsonb_path_query(slides, '$[*].questionId') #>> '{}')::uuid
        from lesson where lesson.id = ${lessonId}::uuid))
      and (${pattern}::text is null or prompt ilike ${pattern}::text)
      and (${status}::text is null or ${status}::text
        = case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end)`
  return row!.count
}

export async function findEditedQuestion(
  db: Db,
  id: QuestionId,
  editor: Editor,
): Promise<EditedQuestion | undefined> {
  const { userId, seesAll, inOwnCourses, elsewhere } = await getQuestionAccess(db, editor, id)
  const [row] = await db<EditedRow>`
    select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
      can_edit as "canEdit", version, topic_id as "topicId", use, difficulty, type, prompt, options, correct_index as "correctIndex", content,
      explanation, hint, option_feedback as "optionFeedback", skill, html, edited
    from question, coalesce(key ^@ 'admin:' and (${seesAll} or id = any(${inOwnCourses}::uuid[])
        or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[]))), false) as can_edit
    where id = ${id} and use in ('PRACTICE', 'CHALLENGE')
      and (${seesAll} or can_edit or (not key ^@ 'admin:' and archived_at is null))`
  return row && toEdited(row)
}

/** Locks the question until commit. */
export async function lockEditedQuestion(
  tx: Tx,
  id: QuestionId,
  editor: Editor,
): Promise<EditedQuestion | undefined> {
  await tx`select from question where id = ${id} for no key update`
  return findEditedQuestion(tx, id, editor)
}

type AuthoredQuestion = QuestionText &
  Pick<EditedQuestion, 'id' | 'use' | 'difficulty' | 'skill'> & { topicId: TopicId }

/** A draft has `archived_at` set as well. */
export async function insertAuthoredQuestion(
  tx: Tx,
  question: AuthoredQuestion,
  { key, ownerId, draftSince }: { key: string; ownerId: UserId; draftSince: Date | null },
): Promise<void> {
  const { id, topicId, use, difficulty, prompt, explanation } = question
  await tx`
    insert into question (id, key, topic_id, use, difficulty, prompt, explanation, archived_at, is_draft, type, options,
      correct_index, content, hint, option_feedback, skill, html, owner_id)
    select ${id}, ${key}, ${topicId}, ${use}, ${difficulty}, ${prompt}, ${explanation}, ${draftSince}::timestamptz,
      ${draftSince !== null}, type, options, "correctIndex", content, hint, "optionFeedback", skill, html,
      ${ownerId}::uuid
    from jsonb_to_record(${toContentColumns(question)}::jsonb) as input (type text, options text[],
      "correctIndex" integer, content jsonb, hint text, "optionFeedback" text[], skill text, html jsonb)`
}

export async function updateAuthoredQuestion(tx: Tx, question: Omit<AuthoredQuestion, 'use'>): Promise<void> {
  const { id, topicId, difficulty, prompt, explanation } = question
  await tx`
    update question set topic_id = ${topicId}, difficulty = ${difficulty}, prompt = ${prompt},
      explanation = ${explanation}, options = input.options, correct_index = input."correctIndex",
      content = input.content, hint = input.hint, option_feedback = input."optionFeedback", skill = input.skill,
      html = input.html, edited = null, version = version + 1
    from jsonb_to_record(${toContentColumns(question as AuthoredQuestion)}::jsonb) as input (options text[],
      "correctIndex" integer, content jsonb, hint text, "optionFeedback" text[], skill text, html jsonb)
    where id = ${id}`
}

/** Stores the edited fields beside those that learners see. Fields that are all the same are no changes. */
export async function updateEditedQuestion(tx: Tx, question: Omit<AuthoredQuestion, 'use'>): Promise<void> {
  const { id, topicId, difficulty, prompt, explanation } = question
  const { type: _, ...columns } = toContentColumns(question as AuthoredQuestion)
  const fields = { topicId, difficulty, prompt, explanation, ...columns }
  await tx`
    update question set version = version + 1,
      edited = case when input - 'html' <> question_fields(question) - 'html' then input end
    from (select ${fields}::jsonb as input) as given
    where id = ${id}`
}

/** Whether learners see the question in a lesson, or saw it and may have the lesson open. */
export async function isSeenByLearners(db: Db, id: QuestionId): Promise<boolean> {
  const [row] = await db<{ isSeen: boolean }>`
    select exists (select from lesson where not is_draft and slides @> ${[{ questionId: id }]}::jsonb)
      or exists (select from replaced_publication where ${id}::uuid = any(question_ids)) as "isSeen"`
  return row!.isSeen
}

/** The changed questions of lessons that are published, and whether the changes decide about answers. */
export function listChangedQuestions(
  db: Db,
  lessonIds: string[],
): Promise<{ id: QuestionId; isJudgedOtherwise: boolean }[]> {
  return db<{ id: QuestionId; isJudgedOtherwise: boolean }>`
    select question.id,
      judged_fields(question.edited) <> judged_fields(question_fields(question)) as "isJudgedOtherwise"
    from lesson join question on question.edited is not null
      and question.id = any(questions_of(coalesce(lesson.edited -> 'slides', slides)))
    where lesson.id = any(${lessonIds}::uuid[])`
}

/** Publishes changes that do not decide about answers: the questions keep their ids. */
export async function updateQuestionsPublished(tx: Tx, ids: QuestionId[]): Promise<void> {
  await tx`
    update question set topic_id = shown."topicId", difficulty = shown.difficulty, explanation = shown.explanation,
      hint = shown.hint, option_feedback = shown."optionFeedback", skill = shown.skill, html = shown.html, edited = null,
      version = question.version + 1
    from question as source, jsonb_to_record(source.edited) as shown ("topicId" uuid, difficulty text, explanation text,
      hint text, "optionFeedback" text[], skill text, html jsonb)
    where question.id = source.id and source.id = any(${ids}::uuid[])`
}

/** Publishes changes that decide about answers as new questions. The old ones are archived and keep what learners saw. */
export async function replaceQuestions(tx: Tx, questions: CopiedQuestion[], now: Date): Promise<void> {
  await tx`
    insert into question (id, key, topic_id, use, difficulty, type, prompt, options, correct_index, content, explanation,
      hint, option_feedback, skill, html, owner_id, origin_id)
    select input."to", 'admin:' || input."to", shown."topicId", use, shown.difficulty, type, shown.prompt, shown.options,
      shown."correctIndex", nullif(shown.content, 'null'), shown.explanation, shown.hint, shown."optionFeedback", shown.skill,
      shown.html, owner_id, coalesce(origin_id, question.id)
    from question join jsonb_to_recordset(${questions}::jsonb) as input ("from" uuid, "to" uuid) on id = input."from",
      jsonb_to_record(edited) as shown ("topicId" uuid, difficulty text, prompt text, options text[],
      "correctIndex" integer, content jsonb, explanation text, hint text, "optionFeedback" text[], skill text, html jsonb)`
  await tx`
    update question set edited = null, archived_at = coalesce(archived_at, ${now}::timestamptz), is_draft = false,
      version = version + 1
    where id = any(${questions.map(({ from }) => from)}::uuid[])`
}

/** Publishes the drafts among the questions of published lessons. */
export async function updateDraftsPublished(tx: Tx, lessonIds: string[]): Promise<void> {
  await tx`
    update question set archived_at = null, is_draft = false, version = question.version + 1
    from lesson
    where lesson.id = any(${lessonIds}::uuid[]) and question.id = any(questions_of(slides)) and question.is_draft`
}

/** Discards the changes of the questions of a lesson. */
export async function deleteQuestionChanges(tx: Tx, lessonId: string): Promise<void> {
  await tx`
    update question set edited = null, version = question.version + 1 from lesson
    where lesson.id = ${lessonId} and question.id = any(questions_of(all_slides(lesson))) and question.edited is not null`
}

/** Returns the questions that another author wrote. */
export async function listQuestionsOfOthers(
  db: Db,
  questionIds: QuestionId[],
  userId: UserId,
): Promise<QuestionId[]> {
  const rows = await db<{ id: QuestionId }>`
    select id from question
    where id = any(${questionIds}::uuid[]) and key ^@ 'admin:' and owner_id is distinct from ${userId}::uuid`
  return rows.map(({ id }) => id)
}

/** Whether a course, published or not, teaches the skill, or will after its next publication. */
export async function isKnownSkill(db: Db, skill: string): Promise<boolean> {
  const rows = await db`
    select from course where ${skill} = any(skills) or edited -> 'skills' ? ${skill} limit 1`
  return rows.length > 0
}

export async function updateArchivedAt(tx: Tx, id: QuestionId, archivedAt: Date | null): Promise<void> {
  await tx`update question set archived_at = ${archivedAt}, is_draft = false, version = version + 1 where id = ${id}`
}

export async function findTopic(db: Db, id: string): Promise<{ id: TopicId } | undefined> {
  const [row] = await db<{ id: TopicId }>`select id from topic where id = ${id}`
  return row
}

export async function upsertGeneralTopic(tx: Tx, id: TopicId): Promise<TopicId> {
  await tx`insert into topic (id, key, title) values (${id}, 'general', 'General') on conflict (key) do nothing`
  const [row] = await tx<{ id: TopicId }>`select id from topic where key = 'general'`
  return row!.id
}
