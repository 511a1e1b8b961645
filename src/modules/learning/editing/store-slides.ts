import type { Tx } from '../../../platform/tx.ts'
import { createQuizQuestion } from '../../questions/editing/edit-question.ts'
import type { QuizDraft } from '../../questions/editing/question-draft.ts'
import { findPracticeIds } from '../../questions/get-questions.ts'
import type { QuestionId, TopicId } from '../../questions/question.ts'
import type { LessonId } from '../catalogue/catalogue.ts'
import { makeMarkdownSafe } from '../content/safe-markdown.ts'
import type { StoredSlide } from '../content/slide.ts'
import { errors } from '../errors.ts'
import type { SlideDraft } from './content-draft.ts'
import { listAskedElsewhere } from './queries.ts'

interface StoreSlides {
  lessonId: LessonId
  slides: SlideDraft[]
  topicId: string
}

/** Slides as they are kept: their texts made safe, and each quiz a question of the pool. */
export async function storeSlides(
  tx: Tx,
  { lessonId, slides, topicId }: StoreSlides,
): Promise<StoredSlide[]> {
  await checkNamedQuestions(tx, lessonId, slides)
  const stored: StoredSlide[] = []
  for (const slide of slides) {
    if (slide.type !== 'QUIZ') stored.push(plainSlide(slide))
    else if ('questionId' in slide) stored.push({ type: 'QUIZ', questionId: slide.questionId as QuestionId })
    else {
      const quiz = safeQuiz(slide.question)
      const questionId = await createQuizQuestion(tx, { quiz, topicId: topicId as TopicId })
      stored.push({ type: 'QUIZ', questionId })
    }
  }
  return stored
}

/** They must be for practice, and asked here alone: a learner's first answer to one counts in one lesson. */
async function checkNamedQuestions(tx: Tx, lessonId: LessonId, slides: SlideDraft[]): Promise<void> {
  const named = slides.flatMap((slide) => ('questionId' in slide ? [slide.questionId as QuestionId] : []))
  if (named.length === 0) return
  const known = await findPracticeIds(tx, named)
  if (known.size < new Set(named).size) throw errors.not_for_practice()
  const asked = await listAskedElsewhere(tx, lessonId, named)
  if (asked.length > 0 || known.size < named.length) throw errors.question_in_use()
}

type PlainDraft = Exclude<SlideDraft, { type: 'QUIZ' }>

function plainSlide(slide: PlainDraft): StoredSlide {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      return { ...slide, content: makeMarkdownSafe(slide.content), media: null, mediaAlt: null }
    case 'FLASHCARD':
      return { ...slide, front: makeMarkdownSafe(slide.front), back: makeMarkdownSafe(slide.back) }
    case 'CALLOUT':
      return { ...slide, content: makeMarkdownSafe(slide.content) }
    default:
      return slide
  }
}

/** Questions and answers may hold code in backticks, so they are Markdown too. */
export function safeQuiz<Quiz extends Partial<Pick<QuizDraft, 'prompt' | 'options' | 'explanation'>>>(
  quiz: Quiz,
): Quiz {
  const { prompt, options, explanation } = quiz
  return {
    ...quiz,
    ...(prompt === undefined ? {} : { prompt: makeMarkdownSafe(prompt) }),
    ...(options === undefined ? {} : { options: options.map(makeMarkdownSafe) }),
    ...(explanation === undefined ? {} : { explanation: makeMarkdownSafe(explanation) }),
  }
}
