import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionId, TopicId } from '../questions/public/question.ts'
import { type StoredRow, toContentColumns, toStoredQuestion } from '../questions/public/question-columns.ts'
import type { QuestionType } from '../questions/public/question-content.ts'
import type { QuestionText } from '../questions/public/question-text.ts'
import type { EditedQuestion, PublicationStatus } from './public/question-draft.ts'

export interface QuestionFilter {
  topicId: string | null
  use: 'PRACTICE' | 'CHALLENGE' | null
  type: QuestionType | null
  status: PublicationStatus | null
  /** A pattern for ILIKE. */
  pattern: string | null
}

type EditedRow = StoredRow & Pick<EditedQuestion, 'origin' | 'status' | 'topicId' | 'use' | 'difficulty'>

function toEdited(row: EditedRow): EditedQuestion {
  const { html: _, ...question } = toStoredQuestion(row)
  return question
}

export async function listEditedQuestionRows(
  db: Db,
  filter: QuestionFilter,
  limit: number,
  offset: number,
): Promise<EditedQuestion[]> {
  const { topicId, use, type, status, pattern } = filter
  const rows = await db<EditedRow>`
    select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
      topic_id as "topicId", use, difficulty, type, prompt, options, correct_index as "correctIndex", content,
      explanation, hint, option_feedback as "optionFeedback", skill, html
    from question
    where use in ('PRACTICE', 'CHALLENGE')
      and (${topicId}::uuid is null or topic_id = ${topicId}::uuid)
      and (${use}::text is null or use = ${use}::text)
      and (${type}::text is null or type = ${type}::text)
      and (${pattern}::text is null or prompt ilike ${pattern}::text)
      and (${status}::text is null or ${status}::text
        = case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end)
    order by id desc limit ${limit} offset ${offset}`
  return rows.map(toEdited)
}

export async function countEditedQuestions(db: Db, filter: QuestionFilter): Promise<number> {
  const { topicId, use, type, status, pattern } = filter
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from question
    where use in ('PRACTICE', 'CHALLENGE')
      and (${topicId}::uuid is null or topic_id = ${topicId}::uuid)
      and (${use}::text is null or use = ${use}::text)
      and (${type}::text is null or type = ${type}::text)
      and (${pattern}::text is null or prompt ilike ${pattern}::text)
      and (${status}::text is null or ${status}::text
        = case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end)`
  return row!.count
}

export async function findEditedQuestion(db: Db, id: QuestionId): Promise<EditedQuestion | undefined> {
  const [row] = await db<EditedRow>`
    select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
      topic_id as "topicId", use, difficulty, type, prompt, options, correct_index as "correctIndex", content,
      explanation, hint, option_feedback as "optionFeedback", skill, html
    from question where id = ${id} and use in ('PRACTICE', 'CHALLENGE')`
  return row && toEdited(row)
}

/** Locks the question until commit. */
export async function lockEditedQuestion(tx: Tx, id: QuestionId): Promise<EditedQuestion | undefined> {
  const [, question] = await Promise.all([
    tx`select from question where id = ${id} for no key update`,
    findEditedQuestion(tx, id),
  ])
  return question
}

type AuthoredQuestion = QuestionText &
  Pick<EditedQuestion, 'id' | 'use' | 'difficulty' | 'skill'> & { topicId: TopicId }

/** A draft has `archived_at` set as well. */
export async function insertAuthoredQuestion(
  tx: Tx,
  question: AuthoredQuestion,
  { key, draftSince }: { key: string; draftSince: Date | null },
): Promise<void> {
  const { id, topicId, use, difficulty, prompt, explanation } = question
  await tx`
    insert into question (id, key, topic_id, use, difficulty, prompt, explanation, archived_at, is_draft, type, options,
      correct_index, content, hint, option_feedback, skill, html)
    select ${id}, ${key}, ${topicId}, ${use}, ${difficulty}, ${prompt}, ${explanation}, ${draftSince}::timestamptz,
      ${draftSince !== null}, type, options, "correctIndex", content, hint, "optionFeedback", skill, html
    from jsonb_to_record(${toContentColumns(question)}::jsonb) as input (type text, options text[],
      "correctIndex" integer, content jsonb, hint text, "optionFeedback" text[], skill text, html jsonb)`
}

export async function updateAuthoredQuestion(tx: Tx, question: Omit<AuthoredQuestion, 'use'>): Promise<void> {
  const { id, topicId, difficulty, prompt, explanation } = question
  await tx`
    update question set topic_id = ${topicId}, difficulty = ${difficulty}, prompt = ${prompt},
      explanation = ${explanation}, options = input.options, correct_index = input."correctIndex",
      content = input.content, hint = input.hint, option_feedback = input."optionFeedback", skill = input.skill,
      html = input.html
    from jsonb_to_record(${toContentColumns(question as AuthoredQuestion)}::jsonb) as input (options text[],
      "correctIndex" integer, content jsonb, hint text, "optionFeedback" text[], skill text, html jsonb)
    where id = ${id}`
}

/** Whether a course, published or not, teaches the skill. */
export async function isKnownSkill(db: Db, skill: string): Promise<boolean> {
  const rows = await db`select from course where ${skill} = any(skills) limit 1`
  return rows.length > 0
}

export async function updateArchivedAt(tx: Tx, id: QuestionId, archivedAt: Date | null): Promise<void> {
  await tx`update question set archived_at = ${archivedAt}, is_draft = false where id = ${id}`
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
