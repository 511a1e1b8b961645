import { createHash } from 'node:crypto'
import { assert } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { archiveQuestions, listQuestionIds, upsertQuestions, upsertTopics } from '../queries.ts'
import { countImport, type ImportCounts } from './import-counts.ts'
import { listTopics } from './list-topics.ts'
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

/** Upserts topics by key. Missing topics stay, because battles and scores may refer to them. */
export async function importTopics(
  tx: Tx,
  topics: { key: string; title: string }[],
): Promise<{ ids: Map<string, TopicId>; counts: ImportCounts }> {
  const upserted = await upsertTopics(
    tx,
    topics.map((topic) => ({ id: newId<'Topic'>(), ...topic })),
  )
  const stored = await listTopics(tx)
  return {
    ids: new Map(stored.map((topic) => [topic.key, topic.id])),
    counts: countImport(topics.length, upserted, 0),
  }
}

interface ImportQuestions {
  questions: ImportedQuestion[]
  topicIds: Map<string, TopicId>
  /** Questions with these key prefixes that are missing in `questions` are archived. */
  prefixes: string[]
  now: Date
}

/** Upserts questions by key. Existing questions keep their ids. */
export async function importQuestions(
  tx: Tx,
  { questions, topicIds, prefixes, now }: ImportQuestions,
): Promise<{ ids: Map<string, QuestionId>; counts: ImportCounts }> {
  const keys = questions.map((question) => question.key)
  const upserted: { key: string; isNew: boolean }[] = []
  for (let from = 0; from < questions.length; from += BATCH_SIZE) {
    const rows = questions.slice(from, from + BATCH_SIZE).map((question) => rowOf(question, topicIds))
    upserted.push(...(await upsertQuestions(tx, rows)))
  }
  const archived = await archiveQuestions(tx, { prefixes, presentKeys: keys, now })
  const stored = await listQuestionIds(tx, keys)
  return {
    ids: new Map(stored.map((question) => [question.key, question.id])),
    counts: countImport(questions.length, upserted, archived),
  }
}

const BATCH_SIZE = 200

function rowOf(question: ImportedQuestion, topicIds: Map<string, TopicId>) {
  const { key, topicKey, use, courseKey = null, difficulty, prompt, explanation } = question
  const topicId = topicIds.get(topicKey)
  assert(topicId, `topic ${topicKey} was not imported`)
  const columns = toContentColumns(toQuestionText(question))
  const id = newId<'Question'>()
  return { id, key, topicId, use, courseKey, difficulty, prompt, explanation, ...columns }
}

function toQuestionText(question: ImportedQuestion): QuestionText & { skill: string | null } {
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
