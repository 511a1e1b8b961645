import { orNull } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { compileFormulas, FormulaSchema } from '../questions/public/markdown/formulas.ts'
import { PRESENTED_EXAMPLE } from '../questions/public/present-question.ts'
import { CARD_SOURCES, type Flashcard, type ReviewCard } from './card-queries.ts'
import { type ReviewQuestion, ReviewQuestionSchema } from './review-question.ts'

const markdown = z.string().openapi({ description: 'Markdown, without HTML' })

const FlashcardSchema = z
  .object({
    front: markdown,
    back: markdown,
    formulas: z
      .array(FormulaSchema)
      .optional()
      .openapi({ description: 'The formulas of the texts, each once. Absent without formulas.' }),
  })
  .openapi('ReviewFlashcard')

export const ReviewCardSchema = z
  .object({
    id: z.string(),
    kind: z.enum(['QUESTION', 'FLASHCARD']),
    source: z.enum(CARD_SOURCES).openapi({ description: 'Where you met it' }),
    lessonId: z.string().nullable(),
    repetition: z.int().openapi({ description: 'Send it with the answer. 1: you have never answered it.' }),
    dueOn: z.iso.date(),
    question: orNull(ReviewQuestionSchema),
    flashcard: orNull(FlashcardSchema),
  })
  .openapi('ReviewCard')

export type ReviewCardView = z.output<typeof ReviewCardSchema>

export function presentCard(
  { id, source, lessonId, repetitions, dueOn }: ReviewCard,
  question: ReviewQuestion | null,
  flashcard: Flashcard | null,
): ReviewCardView {
  return {
    id,
    kind: question ? 'QUESTION' : 'FLASHCARD',
    source,
    lessonId,
    repetition: repetitions + 1,
    dueOn,
    question,
    flashcard: flashcard && presentFlashcard(flashcard),
  }
}

function presentFlashcard({ front, back }: Flashcard): z.output<typeof FlashcardSchema> {
  const formulas = compileFormulas([front, back])
  return formulas ? { front, back, formulas } : { front, back }
}

export const REVIEW_CARD_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a7',
  kind: 'QUESTION',
  source: 'LESSON',
  lessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
  repetition: 2,
  dueOn: '2026-11-02',
  question: PRESENTED_EXAMPLE,
  flashcard: null,
} as const
