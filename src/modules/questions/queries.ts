import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { StoredItem } from './public/import-plan.ts'
import type { Topic } from './public/list-topics.ts'
import type { Difficulty, ImportedUse, Question, QuestionId, TopicId } from './public/question.ts'
import { type ContentColumns, type StoredRow, toStoredQuestion } from './public/question-columns.ts'
import type { PoolQuestion, StoredQuestion } from './public/stored-question.ts'

/** Returns single-choice questions without their answers. */
export async function listQuestions(db: Db, ids: QuestionId[]): Promise<Question[]> {
  return db<Question>`
    select id, topic_id as "topicId", difficulty, prompt, options from question
    where id = any(${ids}::uuid[]) and type = 'SINGLE_CHOICE'`
}

type PoolRow = StoredRow & { topicId: TopicId; difficulty: Difficulty }

export async function listPracticeQuestions(db: Db, ids: QuestionId[]): Promise<PoolQuestion[]> {
  const rows = await db<PoolRow>`
    select id, topic_id as "topicId", difficulty, type, prompt, options, correct_index as "correctIndex", content,
      explanation, hint, option_feedback as "optionFeedback", skill, html
    from question where id = any(${ids}::uuid[]) and use = 'PRACTICE'`
  return rows.map((row) => toStoredQuestion(row))
}

export type EditedQuestion = StoredQuestion & { difficulty: Difficulty }

/** Practice questions with their unpublished changes. */
export async function listEditedQuestions(db: Db, ids: QuestionId[]): Promise<EditedQuestion[]> {
  const rows = await db<StoredRow & { difficulty: Difficulty; edited: Partial<StoredRow> | null }>`
    select id, difficulty, type, prompt, options, correct_index as "correctIndex", content, explanation, hint,
      option_feedback as "optionFeedback", skill, html, edited - '{topicId,fingerprint}'::text[] as edited
    from question where id = any(${ids}::uuid[]) and use = 'PRACTICE'`
  return rows.map(({ edited, ...row }) => toStoredQuestion({ ...row, ...edited }))
}

export async function listStoredQuestions(db: Db, ids: QuestionId[]): Promise<StoredQuestion[]> {
  const rows = await db<StoredRow>`
    select id, type, prompt, options, correct_index as "correctIndex", content, explanation, hint,
      option_feedback as "optionFeedback", skill, html
    from question where id = any(${ids}::uuid[])`
  return rows.map((row) => toStoredQuestion(row))
}

type ReservedRow = Omit<QuestionRow, 'topicId' | 'use' | 'courseKey' | 'practiceLessonId' | 'difficulty'>

/** The difficulty of reserved questions is not used, so it is fixed. */
export async function insertReserved(tx: Tx, questions: ReservedRow[]): Promise<void> {
  await tx`
    insert into question (id, key, use, difficulty, type, prompt, options, correct_index, content, explanation, hint,
      option_feedback, skill, html)
    select id, key, 'RESERVED', 'MEDIUM', type, prompt, options, "correctIndex", content, explanation, hint,
      "optionFeedback", skill, html
    from jsonb_to_recordset(${questions}::jsonb) as row (id uuid, key text, type text, prompt text, options text[],
      "correctIndex" integer, content jsonb, explanation text, hint text, "optionFeedback" text[], skill text,
      html jsonb)`
}

export async function listReservedQuestions(db: Db, ids: QuestionId[]): Promise<StoredQuestion[]> {
  const rows = await db<StoredRow>`
    select id, type, prompt, options, correct_index as "correctIndex", content, explanation, hint,
      option_feedback as "optionFeedback", skill, html
    from question where id = any(${ids}::uuid[]) and use = 'RESERVED'`
  return rows.map((row) => toStoredQuestion(row))
}

/** All topics, with the pack that each belongs to. */
export async function listPackTopics(db: Db): Promise<(StoredItem<Topic> & Topic)[]> {
  return db<StoredItem<Topic> & Topic>`
    select id, key, title, pack_id as "packId", false as "isArchived" from topic order by key`
}

export async function upsertTopics(tx: Tx, topics: Topic[], packId: string): Promise<void> {
  await tx`
    insert into topic (id, key, title, pack_id)
    select id, key, title, ${packId}::text
    from jsonb_to_recordset(${topics}::jsonb) as row (id uuid, key text, title text)
    on conflict (key) do update set title = excluded.title, pack_id = excluded.pack_id`
}

export interface QuestionRow extends ContentColumns {
  id: QuestionId
  key: string
  topicId: TopicId
  use: ImportedUse
  courseKey: string | null
  practiceLessonId: string | null
  difficulty: Difficulty
  prompt: string
  explanation: string
}

/** The questions of a pack, also the archived ones, and all questions with the given keys. */
export async function listPackQuestions(
  db: Db,
  { packId, keys }: { packId: string; keys: string[] },
): Promise<(StoredItem<QuestionRow> & QuestionRow)[]> {
  return db<StoredItem<QuestionRow> & QuestionRow>`
    select id, key, topic_id as "topicId", use, course_key as "courseKey", practice_lesson_id as "practiceLessonId",
      difficulty, type, prompt, options, correct_index as "correctIndex", content, explanation, hint, option_feedback as "optionFeedback", skill, html,
      pack_id as "packId", archived_at is not null as "isArchived"
    from question where pack_id = ${packId} or key = any(${keys}::text[]) order by key`
}

/** An archived question becomes active again. */
export async function upsertQuestions(tx: Tx, questions: QuestionRow[], packId: string): Promise<void> {
  await tx`
    insert into question
      (id, key, topic_id, use, course_key, practice_lesson_id, difficulty, type, prompt, options, correct_index, content,
        explanation, hint, option_feedback, skill, html, pack_id)
    select id, key, "topicId", use, "courseKey", "practiceLessonId", difficulty, type, prompt, options, "correctIndex", content,
      explanation, hint, "optionFeedback", skill, html, ${packId}::text
    from jsonb_to_recordset(${questions}::jsonb) as row (id uuid, key text, "topicId" uuid, use text,
      "courseKey" text, "practiceLessonId" uuid, difficulty text, type text, prompt text, options text[], "correctIndex" integer, content jsonb,
      explanation text, hint text, "optionFeedback" text[], skill text, html jsonb)
    on conflict (key) do update set topic_id = excluded.topic_id, use = excluded.use,
      course_key = excluded.course_key, practice_lesson_id = excluded.practice_lesson_id, difficulty = excluded.difficulty,
      type = excluded.type, prompt = excluded.prompt, options = excluded.options,
      correct_index = excluded.correct_index, content = excluded.content, explanation = excluded.explanation,
      hint = excluded.hint, option_feedback = excluded.option_feedback, skill = excluded.skill, html = excluded.html,
      pack_id = excluded.pack_id, archived_at = null`
}

export async function archiveQuestions(tx: Tx, { keys, now }: { keys: string[]; now: Date }): Promise<void> {
  await tx`update question set archived_at = ${now} where archived_at is null and key = any(${keys}::text[])`
}

type ExportedRow = StoredRow & {
  key: string
  topicKey: string
  use: ImportedUse
  difficulty: Difficulty
  practiceLessonId?: string | null
}
export type ExportedStoredQuestion = StoredQuestion & Omit<ExportedRow, keyof StoredRow>

export async function listForExport(db: Db, packId: string): Promise<ExportedStoredQuestion[]> {
  const rows = await db<ExportedRow>`
    select question.id, question.key, topic.key as "topicKey", use, difficulty, type, prompt, options,
      correct_index as "correctIndex", content, explanation, hint, option_feedback as "optionFeedback", skill, html,
      practice_lesson_id as "practiceLessonId"
    from question join topic on topic.id = topic_id
    where archived_at is null and question.pack_id = ${packId} order by question.key`
  return rows.map((row) => toStoredQuestion(row))
}
