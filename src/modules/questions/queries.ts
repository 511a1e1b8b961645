import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Topic } from './public/list-topics.ts'
import type {
  Difficulty,
  PracticeQuestion,
  Question,
  QuestionId,
  QuestionUse,
  TopicId,
} from './public/question.ts'

export async function listQuestions(db: Db, ids: QuestionId[]): Promise<Question[]> {
  return db<Question>`
    select id, topic_id as "topicId", difficulty, prompt, options from question where id = any(${ids}::uuid[])`
}

export async function listPracticeQuestions(db: Db, ids: QuestionId[]): Promise<PracticeQuestion[]> {
  return db<PracticeQuestion>`
    select id, topic_id as "topicId", difficulty, prompt, options, correct_index as "correctIndex", explanation
    from question where id = any(${ids}::uuid[]) and use = 'PRACTICE'`
}

export interface AnswerKey {
  id: QuestionId
  options: string[]
  correctIndex: number
}

export async function listAnswerKeys(db: Db, ids: QuestionId[]): Promise<AnswerKey[]> {
  return db<AnswerKey>`
    select id, options, correct_index as "correctIndex" from question where id = any(${ids}::uuid[])`
}

export interface SolutionRow extends AnswerKey {
  explanation: string
}

export async function listSolutions(db: Db, ids: QuestionId[]): Promise<SolutionRow[]> {
  return db<SolutionRow>`
    select id, options, correct_index as "correctIndex", explanation
    from question where id = any(${ids}::uuid[])`
}

export interface ReservedRow {
  id: QuestionId
  key: string
  prompt: string
  options: string[]
  correctIndex: number
  explanation: string
}

/** The difficulty of reserved questions is not used, so it is fixed. */
export async function insertReserved(tx: Tx, questions: ReservedRow[]): Promise<void> {
  await tx`
    insert into question (id, key, use, difficulty, prompt, options, correct_index, explanation)
    select id, key, 'RESERVED', 'MEDIUM', prompt, options, "correctIndex", explanation
    from jsonb_to_recordset(${questions}::jsonb) as row (id uuid, key text, prompt text, options text[],
      "correctIndex" integer, explanation text)`
}

export type RevealedQuestion = Omit<ReservedRow, 'key'>

export async function listReservedQuestions(db: Db, ids: QuestionId[]): Promise<RevealedQuestion[]> {
  return db<RevealedQuestion>`
    select id, prompt, options, correct_index as "correctIndex", explanation
    from question where id = any(${ids}::uuid[]) and use = 'RESERVED'`
}

/** Returns the rows that were inserted or changed. */
export async function upsertTopics(tx: Tx, topics: Topic[]): Promise<{ key: string; isNew: boolean }[]> {
  return tx<{ key: string; isNew: boolean }>`
    insert into topic as stored (id, key, title)
    select id, key, title from jsonb_to_recordset(${topics}::jsonb) as row (id uuid, key text, title text)
    on conflict (key) do update set title = excluded.title where stored.title <> excluded.title
    returning key, xmax = 0 as "isNew"`
}

export interface QuestionRow {
  id: QuestionId
  key: string
  topicId: TopicId
  use: QuestionUse
  difficulty: Difficulty
  prompt: string
  options: string[]
  correctIndex: number
  explanation: string
}

/** Returns the rows that were inserted or changed. An archived question becomes active again. */
export async function upsertQuestions(
  tx: Tx,
  questions: QuestionRow[],
): Promise<{ key: string; isNew: boolean }[]> {
  return tx<{ key: string; isNew: boolean }>`
    insert into question as stored
      (id, key, topic_id, use, difficulty, prompt, options, correct_index, explanation)
    select id, key, "topicId", use, difficulty, prompt, options, "correctIndex", explanation
    from jsonb_to_recordset(${questions}::jsonb) as row (id uuid, key text, "topicId" uuid, use text,
      difficulty text, prompt text, options text[], "correctIndex" integer, explanation text)
    on conflict (key) do update set topic_id = excluded.topic_id, use = excluded.use,
      difficulty = excluded.difficulty, prompt = excluded.prompt, options = excluded.options,
      correct_index = excluded.correct_index, explanation = excluded.explanation, archived_at = null
    where (stored.topic_id, stored.use, stored.difficulty, stored.prompt, stored.options, stored.correct_index,
        stored.explanation, stored.archived_at)
      is distinct from (excluded.topic_id, excluded.use, excluded.difficulty, excluded.prompt, excluded.options,
        excluded.correct_index, excluded.explanation, null::timestamptz)
    returning key, xmax = 0 as "isNew"`
}

export async function listQuestionIds(db: Db, keys: string[]): Promise<{ id: QuestionId; key: string }[]> {
  return db<{ id: QuestionId; key: string }>`select id, key from question where key = any(${keys}::text[])`
}

/** Archives questions with one of the prefixes that are not in `presentKeys`. */
export async function archiveQuestions(
  tx: Tx,
  { prefixes, presentKeys, now }: { prefixes: string[]; presentKeys: string[]; now: Date },
): Promise<number> {
  const rows = await tx`
    update question set archived_at = ${now}
    where archived_at is null and key ^@ any(${prefixes}::text[]) and key <> all(${presentKeys}::text[])
    returning id`
  return rows.length
}

export interface ExportedQuestionRow {
  id: QuestionId
  key: string
  topicKey: string
  use: QuestionUse
  difficulty: Difficulty
  prompt: string
  options: string[]
  correctIndex: number
  explanation: string
}

export async function listForExport(db: Db): Promise<ExportedQuestionRow[]> {
  return db<ExportedQuestionRow>`
    select question.id, question.key, topic.key as "topicKey", use, difficulty, prompt, options,
      correct_index as "correctIndex", explanation
    from question join topic on topic.id = topic_id where archived_at is null order by question.key`
}
