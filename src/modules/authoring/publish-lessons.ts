import { newId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { deleteCurrentPublications, insertReplacedPublications, updateLessonsPublished } from './queries.ts'
import {
  listChangedQuestions,
  replaceQuestions,
  updateDraftsPublished,
  updateQuestionsPublished,
} from './question-queries.ts'

/** Publishes lessons with the changes of their questions, and keeps the versions that learners have open. */
export async function publishLessons(tx: Tx, lessonIds: string[], now: Date): Promise<void> {
  await insertReplacedPublications(tx, lessonIds, now)
  await updateLessonsPublished(tx, lessonIds, await publishQuestionChanges(tx, lessonIds, now))
  await updateDraftsPublished(tx, lessonIds)
  await deleteCurrentPublications(tx, lessonIds)
}

/**
 * Publishes the changes of the questions of lessons. Returns the ids of new questions by the ids of those that they replace:
 * an answer is judged by what the learner saw, so a question that is judged otherwise is another question.
 */
async function publishQuestionChanges(
  tx: Tx,
  lessonIds: string[],
  now: Date,
): Promise<Record<string, string>> {
  const changed = await listChangedQuestions(tx, lessonIds)
  const [replaced, kept] = [true, false].map((isReplaced) =>
    changed.flatMap(({ id, isJudgedOtherwise }) => (isJudgedOtherwise === isReplaced ? [id] : [])),
  ) as [QuestionId[], QuestionId[]]
  if (kept.length > 0) await updateQuestionsPublished(tx, kept)
  const questions = replaced.map((from) => ({ from, to: newId<'Question'>() }))
  if (questions.length > 0) await replaceQuestions(tx, questions, now)
  return Object.fromEntries(questions.map(({ from, to }) => [from, to]))
}
