import { commonErrors } from '../../platform/errors.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import type { StoredSlide } from '../catalog/public/slide.ts'
import { findPracticeIds } from '../questions/public/get-questions.ts'
import type { QuestionId, TopicId } from '../questions/public/question.ts'
import { errors } from './errors.ts'
import type { SlideDraft } from './public/content-draft.ts'
import { createQuizQuestion } from './public/edit-question.ts'
import type { Editor } from './public/editor.ts'
import { listQuestionsOfLesson, listQuestionsUsedElsewhere } from './queries.ts'
import { listQuestionsOfOthers } from './question-queries.ts'
import { sanitizeMarkdown } from './sanitize-markdown.ts'

interface StoreSlides {
  lessonId: LessonId
  slides: SlideDraft[]
  course: { topicId: string; skills: string[] }
  editor: Editor
  now: Date
}

/** Sanitizes the texts of slides and inserts new quiz questions into the pool. Returns the slides to store. */
export async function storeSlides(
  tx: Tx,
  { lessonId, slides, course, editor, now }: StoreSlides,
): Promise<StoredSlide[]> {
  checkSkills(slides, course.skills)
  await checkReferencedQuestions(tx, { lessonId, slides, editor })
  const stored: StoredSlide[] = []
  for (const slide of slides) {
    if (slide.type !== 'QUIZ') stored.push(plainSlide(slide))
    else if ('questionId' in slide) stored.push({ type: 'QUIZ', questionId: slide.questionId as QuestionId })
    else {
      const topicId = course.topicId as TopicId
      const questionId = await createQuizQuestion(tx, { quiz: slide.question, topicId, editor, now })
      stored.push({ type: 'QUIZ', questionId })
    }
  }
  return stored
}

function checkSkills(slides: SlideDraft[], skills: string[]): void {
  const details = slides.flatMap((slide, index) =>
    'question' in slide && slide.question.skill !== null && !skills.includes(slide.question.skill)
      ? [{ field: `slides.${index}.question.skill`, message: 'is not a skill of this course' }]
      : [],
  )
  if (details.length > 0) throw commonErrors.validation_failed({ details })
}

/**
 * Referenced questions must be practice questions of this lesson only, because a first answer counts in one lesson. A
 * question that another author wrote, and that is not in this lesson yet, does not exist for the editor.
 */
async function checkReferencedQuestions(
  tx: Tx,
  { lessonId, slides, editor }: Omit<StoreSlides, 'course' | 'now'>,
): Promise<void> {
  const referencedIds = slides.flatMap((slide) =>
    'questionId' in slide ? [slide.questionId as QuestionId] : [],
  )
  if (referencedIds.length === 0) return
  const known = await findPracticeIds(tx, referencedIds)
  if (known.size < new Set(referencedIds).size) throw errors.not_for_practice()
  if (editor.role !== 'ADMIN') {
    const foreign = await listQuestionsOfOthers(tx, referencedIds, editor.userId)
    const present = await listQuestionsOfLesson(tx, lessonId)
    if (foreign.some((id) => !present.includes(id))) throw errors.not_for_practice()
  }
  const usedElsewhere = await listQuestionsUsedElsewhere(tx, lessonId, referencedIds)
  if (usedElsewhere.length > 0 || known.size < referencedIds.length) throw errors.question_in_use()
}

type PlainDraft = Exclude<SlideDraft, { type: 'QUIZ' }>

function plainSlide(slide: PlainDraft): StoredSlide {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      // Only slides of a copied or restored lesson have a picture of a pack: requests cannot name one.
      return { media: null, mediaAlt: null, ...slide, content: sanitizeMarkdown(slide.content) }
    case 'FLASHCARD':
      return { ...slide, front: sanitizeMarkdown(slide.front), back: sanitizeMarkdown(slide.back) }
    case 'CALLOUT':
      return { ...slide, content: sanitizeMarkdown(slide.content) }
    default:
      return slide
  }
}
