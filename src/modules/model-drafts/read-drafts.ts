import { z } from '../../platform/zod.ts'
import { LessonPatchSchema, type SlideDraft } from '../authoring/public/content-draft.ts'
import { type QuestionDraft, QuestionDraftSchema } from '../authoring/public/question-draft.ts'
import type { Dropped } from './draft-request.ts'

/**
 * The shapes that the model is asked for. They are flat and have no bounds, because servers accept no others. The schemas
 * of authors then decide what is used.
 */
const ModelQuestion = z.object({
  prompt: z.string(),
  options: z.array(z.string()),
  correctIndex: z.number(),
  explanation: z.string(),
})
export const ModelQuestions = z.object({ questions: z.array(ModelQuestion) })

const ModelSlide = z.object({
  type: z.enum(['TEXT', 'CODE', 'FLASHCARD', 'NOTE', 'QUESTION']),
  title: z.string(),
  content: z.string(),
  /** The other side of a card. */
  back: z.string(),
  language: z.string(),
  options: z.array(z.string()),
  correctIndex: z.number(),
  explanation: z.string(),
})
export const ModelSlides = z.object({ slides: z.array(ModelSlide) })

export interface Read<Item> {
  items: Item[]
  dropped: Dropped[]
}

export function readSlides({ slides }: z.output<typeof ModelSlides>, limit: number): Read<SlideDraft> {
  return readEach(slides, limit, (slide) => {
    const parsed = LessonPatchSchema.safeParse({ slides: [toSlide(slide)] })
    return parsed.success ? parsed.data.slides![0]! : firstIssue(parsed.error, ['slides', 0])
  })
}

type QuestionDefaults = Pick<QuestionDraft, 'use' | 'difficulty' | 'tags'> & { topicId?: string | undefined }

export function readQuestions(
  { questions }: z.output<typeof ModelQuestions>,
  limit: number,
  defaults: QuestionDefaults,
): Read<QuestionDraft> {
  return readEach(questions, limit, (question) => {
    const parsed = QuestionDraftSchema.safeParse({ type: 'SINGLE_CHOICE', ...question, ...defaults })
    return parsed.success ? parsed.data : firstIssue(parsed.error, [])
  })
}

function toSlide({ type, ...slide }: z.output<typeof ModelSlide>): object {
  const { title, content, back, language, options, correctIndex, explanation } = slide
  switch (type) {
    case 'TEXT':
      return { type: 'TEXT_WITH_IMAGE', title, content }
    case 'CODE':
      return { type, title, content, language: language || 'text' }
    case 'FLASHCARD':
      return { type, front: content || title, back }
    case 'NOTE':
      return { type: 'CALLOUT', tone: 'INFO', content }
    case 'QUESTION': {
      const question = { type: 'SINGLE_CHOICE', prompt: content || title, options, correctIndex, explanation }
      return { type: 'QUIZ', question }
    }
  }
}

/** Links and pictures of a model may be invented, or come from an instruction hidden in the text. */
const LINK = /!?\[[^\]]*\]\s*[([]|https?:|www\.|<\s*(?:a|img|script|iframe)\b/i

function readEach<Given extends object, Item extends object>(
  given: Given[],
  limit: number,
  read: (one: Given) => Item | string,
): Read<Item> {
  const items: Item[] = []
  const dropped: Dropped[] = []
  for (const [index, one] of given.entries()) {
    const result = items.length >= limit ? 'is more than was asked for' : readOne(one, read)
    if (typeof result === 'string') dropped.push({ number: index + 1, message: result })
    else items.push(result)
  }
  return { items, dropped }
}

function readOne<Given extends object, Item>(one: Given, read: (one: Given) => Item | string): Item | string {
  const texts = Object.entries(one).flatMap(([name, value]) =>
    name === 'content' && 'type' in one && one.type === 'CODE' ? [] : ([value].flat() as unknown[]),
  )
  if (texts.some((text) => typeof text === 'string' && LINK.test(text)))
    return 'has a link or a picture, which only an author adds'
  return read(one)
}

function firstIssue(error: z.ZodError, prefix: (string | number)[]): string {
  const { path, message } = error.issues[0]!
  const field = path.slice(prefix.length).join('.')
  return field ? `${field}: ${message}` : message
}
