import type { Db } from '../../../platform/db/database.ts'
import { definedFields } from '../../../platform/defined-fields.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { isLargeEnough } from '../../catalog/public/course-test-rules.ts'
import type { QuestionId, TopicId } from '../../questions/public/question.ts'
import { findContentErrors } from '../../questions/public/question-content.ts'
import { findTextErrors } from '../../questions/public/question-html.ts'
import { mapTexts, type QuestionText } from '../../questions/public/question-text.ts'
import { errors } from '../errors.ts'
import {
  findTestOf,
  insertAuthoredQuestions,
  listChangedTestQuestions,
  listSeenByLearners,
  replaceQuestions,
  updateArchivedAt,
  updateAuthoredQuestion,
  updateEditedQuestion,
  updateQuestionsPublished,
  updateTestDraftsPublished,
  upsertGeneralTopic,
} from '../question-queries.ts'
import { sanitizeMarkdown } from '../sanitize-markdown.ts'
import type { EditedCourse } from './content-draft.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedCourse } from './list-content.ts'
import { findEditedQuestion } from './list-questions.ts'
import {
  AUTHORED_KEY_PREFIX,
  type Edit,
  type EditedQuestion,
  type QuestionDraft,
  type QuestionPatch,
  type QuizDraft,
} from './question-draft.ts'

/** Creates a draft of a question. */
export async function createQuestion(
  tx: Tx,
  { draft, editor, now }: { draft: QuestionDraft; editor: Editor; now: Date },
): Promise<EditedQuestion> {
  const course = await findCourseOfTest(tx, draft, editor)
  const topicId = await resolveTopic(tx, draft.topicId ?? course?.topicId)
  await requireKnownSkill(tx, draft.skill)
  const courseKey = course && AUTHORED_KEY_PREFIX + course.id
  const [id] = await insertQuestions(tx, [{ ...draft, topicId, courseKey }], editor, now)
  return (await findEditedQuestion(tx, id!, editor))!
}

/** Only authors of a course add questions to its test. */
async function findCourseOfTest(
  tx: Tx,
  { use, courseId }: QuestionDraft,
  editor: Editor,
): Promise<EditedCourse | undefined> {
  if (use !== 'TEST') {
    if (courseId !== undefined) throw refuse(['courseId'], 'is only for questions with the use TEST')
    return undefined
  }
  if (courseId === undefined) throw refuse(['courseId'], 'is required for a question with the use TEST')
  return requireEditable(await getEditedCourse(tx, courseId as CourseId, editor), editor)
}

/** Sanitizes the texts of a question, which are Markdown: they may contain code in backticks, pictures and formulas. */
export function toStoredForm<Draft extends QuestionText>(draft: Draft): Draft {
  return mapTexts(draft, sanitizeMarkdown)
}

/** Returns the skills that no course, published or not, teaches, or will after its next publication. */
export async function listUnknownSkills(db: Db, skills: string[]): Promise<string[]> {
  const rows = await db<{ skill: string }>`
    select skill from jsonb_array_elements_text(${skills}::jsonb) as skill
    where not exists (select from course where skill = any(skills) or edited -> 'skills' ? skill)`
  return rows.map(({ skill }) => skill)
}

const BATCH_SIZE = 200

/** Creates drafts of many questions, whose skills are known. Returns their ids in the same order. */
export async function createQuestions(
  tx: Tx,
  { drafts, topicId, editor, now }: { drafts: QuestionDraft[]; topicId: TopicId; editor: Editor; now: Date },
): Promise<QuestionId[]> {
  const ids: QuestionId[] = []
  for (let from = 0; from < drafts.length; from += BATCH_SIZE) {
    const batch = drafts.slice(from, from + BATCH_SIZE).map((draft) => ({ ...draft, topicId }))
    ids.push(...(await insertQuestions(tx, batch, editor, now)))
  }
  return ids
}

/** Creates a draft of a practice question, which is published with its lesson. */
export async function createQuizQuestion(
  tx: Tx,
  { quiz, topicId, editor, now }: { quiz: QuizDraft; topicId: TopicId; editor: Editor; now: Date },
): Promise<QuestionId> {
  const [id] = await insertQuestions(tx, [{ ...quiz, topicId, use: 'PRACTICE', tags: [] }], editor, now)
  return id!
}

type NewQuestion = (QuizDraft | QuestionDraft) & {
  topicId: TopicId
  use: EditedQuestion['use']
  tags: string[]
  courseKey?: string | undefined
}

async function insertQuestions(
  tx: Tx,
  questions: NewQuestion[],
  { userId: ownerId }: Editor,
  draftSince: Date,
): Promise<QuestionId[]> {
  const rows = questions.map((question) => ({ ...toStoredForm(question), id: newId<'Question'>() }))
  await insertAuthoredQuestions(tx, rows, { keyPrefix: AUTHORED_KEY_PREFIX, ownerId, draftSince })
  return rows.map(({ id }) => id)
}

/** Returns the questions that learners may have open: their changes wait for the publication of their lessons. */
export async function findOpenQuestions(db: Db, questionIds: QuestionId[]): Promise<Set<QuestionId>> {
  return new Set(await listSeenByLearners(db, questionIds))
}

/** Changes an authored question. Changes of a question that learners may have open are published with its lesson. */
export async function updateQuestion(
  tx: Tx,
  { questionId, patch, editor }: { questionId: QuestionId; patch: QuestionPatch; editor: Editor },
): Promise<Edit<EditedQuestion>> {
  const before = await lockEditable(tx, questionId, editor)
  const changes = definedFields(patch)
  const foreign = Object.keys(changes).filter((field) => !(field in before))
  if (foreign.length > 0) throw refuse(foreign, `is not a field of a ${before.type} question`)
  const topicId = patch.topicId ? await resolveTopic(tx, patch.topicId) : (before.topicId as TopicId)
  if (patch.skill !== undefined) await requireKnownSkill(tx, patch.skill)
  const changed = { ...before, ...changes, topicId } as EditedQuestion & { topicId: TopicId }
  const details = [...findContentErrors(changed), ...findTextErrors(changed)].map(({ path, message }) => ({
    field: path.join('.'),
    message,
  }))
  if (details.length > 0) throw commonErrors.validation_failed({ details })
  const isSeen = (await listSeenByLearners(tx, [questionId])).length > 0
  const store = isSeen ? updateEditedQuestion : updateAuthoredQuestion
  await store(tx, toStoredForm(changed))
  return { before, after: (await findEditedQuestion(tx, questionId, editor))! }
}

function refuse(fields: string[], message: string) {
  return commonErrors.validation_failed({ details: fields.map((field) => ({ field, message })) })
}

async function requireKnownSkill(tx: Tx, skill: string | null): Promise<void> {
  if (skill !== null && (await listUnknownSkills(tx, [skill])).length > 0)
    throw refuse(['skill'], 'is not a skill of a course')
}

export async function publishQuestion(
  tx: Tx,
  { questionId, editor }: { questionId: QuestionId; editor: Editor },
): Promise<Edit<EditedQuestion>> {
  const before = await lockEditable(tx, questionId, editor)
  if (before.status !== 'PUBLISHED') await updateArchivedAt(tx, questionId, null)
  return { before, after: (await findEditedQuestion(tx, questionId, editor))! }
}

/**
 * Publishes the drafts and the changes of the test of a course. An answer is judged by what the learner saw, so a question
 * that asks or solves something else replaces the old one.
 */
export async function publishTestQuestions(tx: Tx, courseId: CourseId, now: Date): Promise<number> {
  const changed = await listChangedTestQuestions(tx, courseId)
  const replaced = changed.filter(({ isJudgedOtherwise }) => isJudgedOtherwise)
  const others = changed.filter(({ isJudgedOtherwise }) => !isJudgedOtherwise)
  await updateQuestionsPublished(
    tx,
    others.map(({ id }) => id),
  )
  await replaceQuestions(
    tx,
    replaced.map(({ id }) => ({ from: id, to: newId<'Question'>() })),
    now,
  )
  return changed.length + (await updateTestDraftsPublished(tx, courseId))
}

/** Archives a question: it is not drawn any more, but existing references can read and grade it. */
export async function archiveQuestion(
  tx: Tx,
  { questionId, editor, now }: { questionId: QuestionId; editor: Editor; now: Date },
): Promise<Edit<EditedQuestion>> {
  const before = await lockEditable(tx, questionId, editor)
  if (before.use === 'TEST' && before.status === 'PUBLISHED') await refuseToEndTest(tx, questionId)
  if (before.status !== 'ARCHIVED') await updateArchivedAt(tx, questionId, now)
  return { before, after: (await findEditedQuestion(tx, questionId, editor))! }
}

/** Without the question, learners could not take a test that their certificates need. */
async function refuseToEndTest(tx: Tx, questionId: QuestionId): Promise<void> {
  const found = await findTestOf(tx, questionId)
  if (!found) return
  const { test, poolSize } = found
  const { questionCount, isRequiredForCertificate } = test
  const isLast = isLargeEnough(poolSize, questionCount) && !isLargeEnough(poolSize - 1, questionCount)
  if (isRequiredForCertificate && isLast) throw errors.test_is_required()
}

/** Returns the given topic, or the topic `general` if none is given. */
export async function resolveTopic(tx: Tx, topicId: string | undefined): Promise<TopicId> {
  return topicId === undefined ? upsertGeneralTopic(tx, newId()) : requireTopic(tx, topicId)
}

export async function requireTopic(db: Db, topicId: string): Promise<TopicId> {
  const [topic] = await db<{ id: TopicId }>`select id from topic where id = ${topicId}`
  if (!topic) throw errors.topic_not_found()
  return topic.id
}

async function lockEditable(tx: Tx, questionId: QuestionId, editor: Editor): Promise<EditedQuestion> {
  await tx`select from question where id = ${questionId} for no key update`
  const question = await findEditedQuestion(tx, questionId, editor)
  if (!question) throw errors.question_not_found()
  return requireEditable(question, editor)
}
