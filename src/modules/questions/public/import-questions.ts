import { createHash } from 'node:crypto'
import type { Db } from '../../../platform/db/database.ts'
import { assert } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import {
  archiveQuestions,
  listPackQuestions,
  listPackTopics,
  type QuestionRow,
  upsertQuestions,
  upsertTopics,
} from '../queries.ts'
import { planRows, type RowPlan } from './import-plan.ts'
import type { Topic } from './list-topics.ts'
import type { Difficulty, ImportedUse, QuestionId, TopicId } from './question.ts'
import { toContentColumns } from './question-columns.ts'
import type { QuestionContent } from './question-content.ts'
import type { QuestionText } from './question-text.ts'

interface ImportedFields {
  key: string
  topicKey: string
  use: ImportedUse
  /** The course whose test asks the question; only for TEST. */
  courseKey?: string | undefined
  /** The lesson after which practice asks a question that is on no slide. */
  practiceLessonId?: string | undefined
  difficulty: Difficulty
  prompt: string
  explanation: string
  hint?: string | undefined
  skill?: string | undefined
  /** One text per option; of a single-choice question first for the right one, then for the wrong ones. */
  optionFeedback?: string[] | undefined
}

/** A single-choice question has its right option first: the import chooses the position. */
export interface ImportedSingleChoice {
  type?: 'SINGLE_CHOICE' | undefined
  right: string
  wrong: string[]
}

export type ImportedQuestion = ImportedFields &
  (ImportedSingleChoice | Exclude<QuestionContent, { type: 'SINGLE_CHOICE' }>)

export interface TopicPlan extends RowPlan<Topic> {
  /** The topics of the pack by key, also those that the import will add. */
  ids: Map<string, TopicId>
}

/** Missing topics always stay, because battles and scores may refer to them. Packs may share a topic. */
export async function planTopics(
  db: Db,
  topics: { key: string; title: string }[],
  packId: string,
): Promise<TopicPlan> {
  const stored = await listPackTopics(db)
  const ids = new Map(stored.map((topic) => [topic.key, topic.id]))
  const rows = topics.map((topic) => ({ ...topic, id: ids.get(topic.key) ?? newId<'Topic'>() }))
  for (const { key, id } of rows) ids.set(key, id)
  return { ...planRows(rows, stored, { packId, archiveMissing: false, isShared: true }), ids }
}

export async function applyTopics(tx: Tx, plan: TopicPlan, packId: string): Promise<void> {
  await upsertTopics(tx, plan.rows, packId)
}

export interface QuestionPlan extends RowPlan<QuestionRow> {
  /** The questions of the pack by key, also those that the import will add. */
  ids: Map<string, QuestionId>
}

interface PlanQuestions {
  questions: ImportedQuestion[]
  topicIds: Map<string, TopicId>
  packId: string
  archiveMissing: boolean
}

/** Existing questions keep their ids. */
export async function planQuestions(
  db: Db,
  { questions, topicIds, packId, archiveMissing }: PlanQuestions,
): Promise<QuestionPlan> {
  const stored = await listPackQuestions(db, { packId, keys: questions.map(({ key }) => key) })
  const ids = new Map(stored.map((question) => [question.key, question.id]))
  const rows = questions.map((question) => {
    const row = rowOf(question, topicIds)
    return { ...row, id: ids.get(row.key) ?? row.id }
  })
  for (const { key, id } of rows) ids.set(key, id)
  return { ...planRows(rows, stored, { packId, archiveMissing }), ids }
}

export async function applyQuestions(
  tx: Tx,
  plan: QuestionPlan,
  { packId, now }: { packId: string; now: Date },
): Promise<void> {
  for (let from = 0; from < plan.rows.length; from += BATCH_SIZE)
    await upsertQuestions(tx, plan.rows.slice(from, from + BATCH_SIZE), packId)
  await archiveQuestions(tx, { keys: plan.archived, now })
}

const BATCH_SIZE = 200

function rowOf(question: ImportedQuestion, topicIds: Map<string, TopicId>): QuestionRow {
  const { key, topicKey, use, courseKey = null, practiceLessonId = null } = question
  const { difficulty, prompt, explanation } = question
  const topicId = topicIds.get(topicKey)
  assert(topicId, `topic ${topicKey} was not imported`)
  const columns = toContentColumns(toQuestionText(question))
  const id = newId<'Question'>()
  return { id, key, topicId, use, courseKey, practiceLessonId, difficulty, prompt, explanation, ...columns }
}

/** A question of a pack with all fields. The position of its right option follows from its key. */
export function toQuestionText(question: ImportedQuestion): QuestionText & { skill: string | null } {
  const { key, hint = null, skill = null, optionFeedback = null, prompt, explanation } = question
  const texts = { prompt, explanation, hint, skill, optionFeedback }
  if (!('right' in question)) return { ...question, ...texts }
  const placed = placeCorrectAnswer(key, question.right, question.wrong)
  if (!optionFeedback) return { ...texts, type: 'SINGLE_CHOICE', ...placed }
  const [ofRight, ...ofWrong] = optionFeedback
  return {
    ...texts,
    type: 'SINGLE_CHOICE',
    ...placed,
    optionFeedback: placeCorrectAnswer(key, ofRight!, ofWrong).options,
  }
}

/** Inserts the right answer at an index that depends on the key only, so that it stays the same over imports. */
export function placeCorrectAnswer(
  key: string,
  right: string,
  wrong: string[],
): { options: string[]; correctIndex: number } {
  const hash = createHash('sha256').update(key).digest().readUInt32BE(0)
  const correctIndex = hash % (wrong.length + 1)
  return { options: wrong.toSpliced(correctIndex, 0, right), correctIndex }
}
