import type { Tx } from '../../../platform/transaction/tx.ts'
import type { LessonPatch, SlideDraft } from '../../authoring/public/content-draft.ts'
import { listReusableQuestions } from '../../authoring/public/edit-lesson.ts'
import type { Editor } from '../../authoring/public/editor.ts'
import type { LessonId } from '../../catalog/public/catalog.ts'
import { getEditedQuestions } from '../../questions/public/get-questions.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * The edit that makes a lesson what it was. A question that is still what it was, and that the editor may use, is used again.
 * Any other one becomes a new question.
 */
export async function toLessonPatch(
  tx: Tx,
  { slides = [], ...fields }: Snapshot,
  { lessonId, editor }: { lessonId: LessonId; editor: Editor },
): Promise<LessonPatch> {
  const questionIds = slides.flatMap(({ questionId }) => (questionId ? [questionId as QuestionId] : []))
  const reusable = await listReusableQuestions(tx, { lessonId, questionIds, editor })
  const questions = new Map(
    (await getEditedQuestions(tx, reusable)).map(({ html: _, id, ...question }) => [id as string, question]),
  )
  const drafts = slides.map((slide) => {
    if (!slide.questionId) return slide as SlideDraft
    const isSame = Bun.deepEquals(questions.get(slide.questionId) as unknown, slide.question)
    return (
      isSame ? { type: 'QUIZ', questionId: slide.questionId } : { type: 'QUIZ', question: slide.question }
    ) as SlideDraft
  })
  return { ...fields, slides: drafts } as LessonPatch
}
