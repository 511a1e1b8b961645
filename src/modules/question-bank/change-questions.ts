import type { Tx } from '../../platform/transaction/tx.ts'
import { z } from '../../platform/zod.ts'
import { findOpenQuestions, resolveTopic } from '../authoring/public/edit-question.ts'
import { type Editor, getQuestionAccess } from '../authoring/public/editor.ts'
import { MAX_TAGS, TagSchema } from '../authoring/public/question-draft.ts'
import { DIFFICULTIES, type QuestionId, type TopicId } from '../questions/public/question.ts'
import { type ChangedQuestion, type LockedQuestion, lockQuestions, updateQuestions } from './queries.ts'

const MAX_IDS = 500

export const BulkChangeSchema = z
  .strictObject({
    ids: z
      .array(z.uuid())
      .min(1)
      .max(MAX_IDS)
      .refine((ids) => new Set(ids).size === ids.length, 'must differ from each other'),
    topicId: z.uuid().optional(),
    difficulty: z.enum(DIFFICULTIES).optional(),
    addTags: z.array(TagSchema).min(1).max(MAX_TAGS).optional(),
    removeTags: z.array(TagSchema).min(1).max(MAX_TAGS).optional(),
    status: z
      .enum(['PUBLISHED', 'ARCHIVED'])
      .optional()
      .openapi({ description: 'Publishes or archives the questions' }),
  })
  .refine(({ ids: _, ...changes }) => Object.keys(changes).length > 0, 'must have something to change')
  .openapi('QuestionBulkChange')
export type BulkChange = z.output<typeof BulkChangeSchema>

const OUTCOMES = ['CHANGED', 'UNCHANGED', 'NOT_FOUND', 'OWNED_BY_PACK', 'TOO_MANY_TAGS'] as const

export const BulkResultSchema = z
  .array(z.object({ id: z.string(), result: z.enum(OUTCOMES) }))
  .openapi('QuestionBulkResult', { description: 'One for each id, in the order of the request' })
export type BulkResult = z.output<typeof BulkResultSchema>

/**
 * Changes many questions in one transaction. A question that cannot be changed is reported and does not stop the others: an
 * author selects questions of many origins on one screen.
 */
export async function changeQuestions(
  tx: Tx,
  { change, editor, now }: { change: BulkChange; editor: Editor; now: Date },
): Promise<BulkResult> {
  const topicId = change.topicId === undefined ? undefined : await resolveTopic(tx, change.topicId)
  const ids = change.ids as QuestionId[]
  const access = await getQuestionAccess(tx, editor, null)
  const found = new Map((await lockQuestions(tx, ids, access)).map((question) => [question.id, question]))
  const open = await findOpenQuestions(tx, ids)
  const changed: ChangedQuestion[] = []
  const results = ids.map((id) => {
    const before = found.get(id)
    if (!before) return { id, result: 'NOT_FOUND' as const }
    if (before.isOfPack) return { id, result: 'OWNED_BY_PACK' as const }
    if (!before.canEdit) return { id, result: 'NOT_FOUND' as const }
    const after = applyChange(before, change, topicId)
    if (after.tags.length > MAX_TAGS) return { id, result: 'TOO_MANY_TAGS' as const }
    if (Bun.deepEquals(after, before)) return { id, result: 'UNCHANGED' as const }
    changed.push({ ...after, isOpen: open.has(id) })
    return { id, result: 'CHANGED' as const }
  })
  if (changed.length > 0) await updateQuestions(tx, changed, now)
  return results
}

/** A tag that is both removed and added stays. */
function applyChange(
  before: LockedQuestion,
  { difficulty, addTags = [], removeTags = [], status }: BulkChange,
  topicId: TopicId | undefined,
): LockedQuestion {
  const kept = before.tags.filter((tag) => !removeTags.includes(tag) || addTags.includes(tag))
  return {
    ...before,
    topicId: topicId ?? before.topicId,
    difficulty: difficulty ?? before.difficulty,
    tags: [...new Set([...kept, ...addTags])],
    status: status ?? before.status,
  }
}
