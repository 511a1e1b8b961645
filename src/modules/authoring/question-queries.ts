import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Difficulty, QuestionId, TopicId } from '../questions/public/question.ts'
import type { EditedQuestion, PublicationStatus } from './public/question-draft.ts'

export interface QuestionFilter {
  topicId: string | null
  use: 'PRACTICE' | 'CHALLENGE' | null
  status: PublicationStatus | null
  /** A pattern for ILIKE. */
  pattern: string | null
}

export function listEditedQuestionRows(
  db: Db,
  filter: QuestionFilter,
  limit: number,
  offset: number,
): Promise<EditedQuestion[]> {
  const { topicId, use, status, pattern } = filter
  return db<EditedQuestion>`
    select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
      topic_id as "topicId", use, difficulty, prompt, options, correct_index as "correctIndex", explanation
    from question
    where use in ('PRACTICE', 'CHALLENGE')
      and (${topicId}::uuid is null or topic_id = ${topicId}::uuid)
      and (${use}::text is null or use = ${use}::text)
      and (${pattern}::text is null or prompt ilike ${pattern}::text)
      and (${status}::text is null or ${status}::text
        = case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end)
    order by id desc limit ${limit} offset ${offset}`
}

export async function countEditedQuestions(db: Db, filter: QuestionFilter): Promise<number> {
  const { topicId, use, status, pattern } = filter
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from question
    where use in ('PRACTICE', 'CHALLENGE')
      and (${topicId}::uuid is null or topic_id = ${topicId}::uuid)
      and (${use}::text is null or use = ${use}::text)
      and (${pattern}::text is null or prompt ilike ${pattern}::text)
      and (${status}::text is null or ${status}::text
        = case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end)`
  return row!.count
}

export async function findEditedQuestion(db: Db, id: QuestionId): Promise<EditedQuestion | undefined> {
  const [row] = await db<EditedQuestion>`
    select id, case when key ^@ 'admin:' then 'ADMIN' else 'PACK' end as origin,
      case when archived_at is null then 'PUBLISHED' when is_draft then 'DRAFT' else 'ARCHIVED' end as status,
      topic_id as "topicId", use, difficulty, prompt, options, correct_index as "correctIndex", explanation
    from question where id = ${id} and use in ('PRACTICE', 'CHALLENGE')`
  return row
}

/** Locks the question until commit. */
export async function lockEditedQuestion(tx: Tx, id: QuestionId): Promise<EditedQuestion | undefined> {
  const [, question] = await Promise.all([
    tx`select from question where id = ${id} for no key update`,
    findEditedQuestion(tx, id),
  ])
  return question
}

export interface AuthoredQuestion {
  id: QuestionId
  topicId: TopicId
  use: 'PRACTICE' | 'CHALLENGE'
  difficulty: Difficulty
  prompt: string
  options: string[]
  correctIndex: number
  explanation: string
}

/** A draft has `archived_at` set as well. */
export async function insertAuthoredQuestion(
  tx: Tx,
  question: AuthoredQuestion,
  { key, draftSince }: { key: string; draftSince: Date | null },
): Promise<void> {
  const { id, topicId, use, difficulty, prompt, correctIndex, explanation } = question
  await tx`
    insert into question (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation,
      archived_at, is_draft)
    select ${id}, ${key}, ${topicId}, ${use}, ${difficulty}, ${prompt}, options, ${correctIndex}, ${explanation},
      ${draftSince}::timestamptz, ${draftSince !== null}
    from jsonb_to_record(${{ options: question.options }}::jsonb) as input (options text[])`
}

export async function updateAuthoredQuestion(tx: Tx, question: Omit<AuthoredQuestion, 'use'>): Promise<void> {
  const { id, topicId, difficulty, prompt, correctIndex, explanation } = question
  await tx`
    update question set topic_id = ${topicId}, difficulty = ${difficulty}, prompt = ${prompt},
      options = input.options, correct_index = ${correctIndex}, explanation = ${explanation}
    from jsonb_to_record(${{ options: question.options }}::jsonb) as input (options text[])
    where id = ${id}`
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
