import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import type { CourseTestRules } from '../catalog/public/course-test-rules.ts'
import { fingerprintOf } from '../questions/public/fingerprint.ts'
import type { Difficulty, QuestionId, TopicId } from '../questions/public/question.ts'
import { type StoredRow, toContentColumns, toStoredQuestion } from '../questions/public/question-columns.ts'
import type { QuestionType } from '../questions/public/question-content.ts'
import type { QuestionText } from '../questions/public/question-text.ts'
import type { CopiedQuestion } from './copy-queries.ts'
import type { QuestionAccess } from './public/editor.ts'
import type { EditedQuestion, PublicationStatus } from './public/question-draft.ts'

export interface QuestionFilter {
  topicId: string | null
  /** Only the questions of this course or lesson: on slides, for practice after it and, with the use TEST, in the test. */
  courseId: string | null
  lessonId: string | null
  ids: QuestionId[] | null
  /** Null for the question bank, which has no questions of tests. No filter finds the questions of contests. */
  use: EditedQuestion['use'] | null
  type: QuestionType | null
  status: PublicationStatus | null
  difficulty: Difficulty | null
  tag: string | null
  /** Only questions that the editor may change. */
  isEditable: boolean
  /** A pattern for ILIKE. */
  pattern: string | null
}

type EditedRow = StoredRow &
  Pick<
    EditedQuestion,
    'origin' | 'status' | 'canEdit' | 'version' | 'topicId' | 'use' | 'courseId' | 'difficulty' | 'tags'
  > & { edited: Partial<StoredRow> | null }

function toEdited({ edited, ...row }: EditedRow): EditedQuestion {
  const { html: _, ...question } = toStoredQuestion({ ...row, ...edited })
  return { ...question, hasUnpublishedChanges: edited !== null }
}

/** Returns those of the questions that the editor may see, newest first. The use ANY finds those of tests as well. */
export async function listEditedQuestionRows(
  db: Db,
  filter: Omit<QuestionFilter, 'use'> & { use: QuestionFilter['use'] | 'ANY' },
  access: QuestionAccess,
  limit: number,
  offset = 0,
): Promise<EditedQuestion[]> {
  const { userId, seesAll, inOwnCourses, elsewhere } = access
  const { topicId, use, type, status, difficulty, tag, courseId, lessonId, ids, isEditable, pattern } = filter
  const rows = await db<EditedRow>`
    select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
      can_edit as "canEdit", version, topic_id as "topicId", use, difficulty,
      (select course.id from course where course.key = course_key) as "courseId", type, prompt, options, correct_index as "correctIndex", content,
      explanation, hint, option_feedback as "optionFeedback", skill, html, to_jsonb(tags) as tags,
      edited - 'fingerprint' as edited
    from question, coalesce(key ^@ 'admin:' and (${seesAll} or id = any(${inOwnCourses}::uuid[])
        or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[]))), false) as can_edit
    where case when ${use}::text is null then use in ('PRACTICE', 'CHALLENGE')
        when ${use}::text = 'ANY' then use in ('PRACTICE', 'CHALLENGE', 'TEST') else use = ${use}::text end
      and (${seesAll} or can_edit or (not key ^@ 'admin:' and archived_at is null and use <> 'TEST'))
      and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))
      and (${topicId}::uuid is null or coalesce((edited ->> 'topicId')::uuid, topic_id) = ${topicId}::uuid)
      and (${type}::text is null or type = ${type}::text)
      and (${difficulty}::text is null or coalesce(edited ->> 'difficulty', difficulty) = ${difficulty}::text)
      and (${tag}::text is null or tags @> array[${tag}::text])
      and (${courseId}::uuid is null
        or course_key = (select course.key from course where course.id = ${courseId}::uuid) or id in (select (question_id #>> '{}')::uuid
        from lesson, jsonb_path_query(all_slides(lesson), '$[*].questionId') as question_id where course_id = ${courseId}::uuid)
        or practice_lesson_id in (select lesson.id from lesson where course_id = ${courseId}::uuid))
      and (${lessonId}::uuid is null or id in (select (question_id #>> '{}')::uuid
        from lesson, jsonb_path_query(all_slides(lesson), '$[*].questionId') as question_id where lesson.id = ${lessonId}::uuid)
        or practice_lesson_id = ${lessonId}::uuid)
      and (not ${isEditable} or can_edit)
      and (${pattern}::text is null or question_text(prompt, options, content, edited) ilike ${pattern}::text)
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
  const { topicId, use, type, status, difficulty, tag, courseId, lessonId, ids, isEditable, pattern } = filter
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from question, coalesce(key ^@ 'admin:' and (${seesAll} or id = any(${inOwnCourses}::uuid[])
        or (owner_id = ${userId}::uuid and id <> all(${elsewhere}::uuid[]))), false) as can_edit
    where case when ${use}::text is null then use in ('PRACTICE', 'CHALLENGE') else use = ${use}::text end
      and (${seesAll} or can_edit or (not key ^@ 'admin:' and archived_at is null and use <> 'TEST'))
      and (${ids}::uuid[] is null or id = any(${ids}::uuid[]))
      and (${topicId}::uuid is null or coalesce((edited ->> 'topicId')::uuid, topic_id) = ${topicId}::uuid)
      and (${type}::text is null or type = ${type}::text)
      and (${difficulty}::text is null or coalesce(edited ->> 'difficulty', difficulty) = ${difficulty}::text)
      and (${tag}::text is null or tags @> array[${tag}::text])
      and (${courseId}::uuid is null
        or course_key = (select course.key from course where course.id = ${courseId}::uuid) or id in (select (question_id #>> '{}')::uuid
        from lesson, jsonb_path_query(all_slides(lesson), '$[*].questionId') as question_id where course_id = ${courseId}::uuid)
        or practice_lesson_id in (select lesson.id from lesson where course_id = ${courseId}::uuid))
      and (${lessonId}::uuid is null or id in (select (question_id #>> '{}')::uuid
        from lesson, jsonb_path_query(all_slides(lesson), '$[*].questionId') as question_id where lesson.id = ${lessonId}::uuid)
        or practice_lesson_id = ${lessonId}::uuid)
      and (not ${isEditable} or can_edit)
      and (${pattern}::text is null or question_text(prompt, options, content, edited) ilike ${pattern}::text)
      and (${status}::text is null or ${status}::text
        = case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end)`
  return row!.count
}

type AuthoredQuestion = QuestionText &
  Pick<EditedQuestion, 'id' | 'use' | 'difficulty' | 'skill' | 'tags'> & { topicId: TopicId }

/** A question of a test has the key of its course. */
type NewQuestion = AuthoredQuestion & { courseKey?: string | undefined }

function toColumns(question: AuthoredQuestion) {
  const { id, topicId, use, difficulty, prompt, explanation, tags } = question
  const fingerprint = fingerprintOf(question)
  const content = toContentColumns(question)
  return { id, topicId, use, difficulty, prompt, explanation, tags, fingerprint, ...content }
}

/** Inserts drafts, which have `archived_at` set as well. */
export async function insertAuthoredQuestions(
  tx: Tx,
  questions: NewQuestion[],
  { keyPrefix, ownerId, draftSince }: { keyPrefix: string; ownerId: UserId; draftSince: Date },
): Promise<void> {
  const rows = questions.map((question) => ({
    ...toColumns(question),
    courseKey: question.courseKey ?? null,
  }))
  await tx`
    insert into question (id, key, topic_id, use, course_key, difficulty, prompt, explanation, archived_at, is_draft, type,
      options, correct_index, content, hint, option_feedback, skill, html, owner_id, tags, fingerprint)
    select id, ${keyPrefix} || id, "topicId", use, "courseKey", difficulty, prompt, explanation, ${draftSince}::timestamptz,
      true, type, options, "correctIndex", content, hint, "optionFeedback", skill, html,
      ${ownerId}::uuid, tags, fingerprint
    from jsonb_to_recordset(${rows}::jsonb) as input (id uuid, "topicId" uuid, use text, "courseKey" text, difficulty text,
      prompt text, explanation text, type text, options text[], "correctIndex" integer, content jsonb, hint text,
      "optionFeedback" text[], skill text, html jsonb, tags text[], fingerprint text)`
}

export async function updateAuthoredQuestion(tx: Tx, question: AuthoredQuestion): Promise<void> {
  await tx`
    update question set topic_id = "topicId", difficulty = input.difficulty, prompt = input.prompt,
      explanation = input.explanation, options = input.options, correct_index = input."correctIndex",
      content = input.content, hint = input.hint, option_feedback = input."optionFeedback", skill = input.skill,
      html = input.html, tags = input.tags, fingerprint = input.fingerprint, edited = null,
      version = version + 1
    from jsonb_to_record(${toColumns(question)}::jsonb) as input ("topicId" uuid, difficulty text, prompt text,
      explanation text, options text[], "correctIndex" integer, content jsonb, hint text, "optionFeedback" text[],
      skill text, html jsonb, tags text[], fingerprint text)
    where id = ${question.id}`
}

/**
 * Stores the edited fields beside those that learners see. Fields that are all the same are no changes. Tags change at once,
 * because learners do not see them.
 */
export async function updateEditedQuestion(tx: Tx, question: AuthoredQuestion): Promise<void> {
  const { id, type: _, use: __, tags, ...fields } = toColumns(question)
  await tx`
    update question set version = version + 1, tags = array(select jsonb_array_elements_text(${tags}::jsonb)),
      edited = case when input - '{html,fingerprint}'::text[] <> question_fields(question) - '{html,fingerprint}'::text[]
        then input end
    from (select ${fields}::jsonb as input) as given
    where id = ${id}`
}

/** Returns the questions that learners see in a lesson, or saw and may have open, and those that a test asks or asked. */
export async function listSeenByLearners(db: Db, ids: QuestionId[]): Promise<QuestionId[]> {
  const rows = await db<{ id: QuestionId }>`
    select used.id from lesson, unnest(questions_of(slides)) as used (id)
    where not is_draft and used.id = any(${ids}::uuid[])
    union select used.id from replaced_publication, unnest(question_ids) as used (id) where used.id = any(${ids}::uuid[])
    union select question.id from question where question.id = any(${ids}::uuid[]) and use = 'TEST' and not is_draft`
  return rows.map(({ id }) => id)
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

/** The same for the questions of the test of a course. */
export function listChangedTestQuestions(
  db: Db,
  courseId: CourseId,
): Promise<{ id: QuestionId; isJudgedOtherwise: boolean }[]> {
  return db<{ id: QuestionId; isJudgedOtherwise: boolean }>`
    select question.id,
      judged_fields(question.edited) <> judged_fields(question_fields(question)) as "isJudgedOtherwise"
    from question join course on course.key = course_key
    where course.id = ${courseId} and use = 'TEST' and question.edited is not null and question.archived_at is null
    order by question.id`
}

/** Publishes the drafts of the test of a course. Returns how many there were. */
export async function updateTestDraftsPublished(tx: Tx, courseId: CourseId): Promise<number> {
  const rows = await tx`
    update question set archived_at = null, is_draft = false, version = question.version + 1
    from course where course.id = ${courseId} and course_key = course.key and use = 'TEST' and question.is_draft
    returning question.id`
  return rows.length
}

/** The rules of the test that asks a question, and how many questions its pool has. */
export async function findTestOf(
  db: Db,
  questionId: QuestionId,
): Promise<{ test: CourseTestRules; poolSize: number } | undefined> {
  const [row] = await db<{ test: CourseTestRules; poolSize: number }>`
    select test, (select count(*)::integer from question as other
      where other.course_key = course.key and other.archived_at is null) as "poolSize"
    from question join course on course.key = course_key where question.id = ${questionId}`
  return row
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
    insert into question (id, key, topic_id, use, course_key, difficulty, type, prompt, options, correct_index, content,
      explanation, hint, option_feedback, skill, html, owner_id, origin_id, tags, fingerprint)
    select input."to", 'admin:' || input."to", shown."topicId", use, course_key, shown.difficulty, type, shown.prompt, shown.options,
      shown."correctIndex", nullif(shown.content, 'null'), shown.explanation, shown.hint, shown."optionFeedback", shown.skill,
      shown.html, owner_id, coalesce(origin_id, question.id), tags, shown.fingerprint
    from question join jsonb_to_recordset(${questions}::jsonb) as input ("from" uuid, "to" uuid) on id = input."from",
      jsonb_to_record(edited) as shown ("topicId" uuid, difficulty text, prompt text, options text[],
      "correctIndex" integer, content jsonb, explanation text, hint text, "optionFeedback" text[], skill text, html jsonb,
      fingerprint text)`
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

export async function updateArchivedAt(tx: Tx, id: QuestionId, archivedAt: Date | null): Promise<void> {
  await tx`update question set archived_at = ${archivedAt}, is_draft = false, version = version + 1 where id = ${id}`
}

export async function upsertGeneralTopic(tx: Tx, id: TopicId): Promise<TopicId> {
  await tx`insert into topic (id, key, title) values (${id}, 'general', 'General') on conflict (key) do nothing`
  const [row] = await tx<{ id: TopicId }>`select id from topic where key = 'general'`
  return row!.id
}
