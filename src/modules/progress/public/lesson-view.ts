import { createHash } from 'node:crypto'
import { z } from '../../../platform/zod.ts'
import type { Course, Lesson } from '../../catalog/public/catalog.ts'
import type { LessonContent } from '../../catalog/public/catalog-cache.ts'
import { contentVersionOf } from '../../catalog/public/content-version.ts'
import { mediaUrl } from '../../catalog/public/media-url.ts'
import { type StoredSlide, TONES } from '../../catalog/public/slide.ts'
import { compileFormulas, type Formula, FormulaSchema } from '../../questions/public/markdown/formulas.ts'
import { PresentedQuestionSchema, presentQuestion } from '../../questions/public/present-question.ts'
import type { StoredQuestion } from '../../questions/public/stored-question.ts'
import { withMediaUrls } from '../../questions/public/with-media-urls.ts'
import { lessonSeed } from '../lesson-seed.ts'

const slideFields = { id: z.string(), order: z.number().int().openapi({ description: 'From 1' }) }
const markdown = z.string().openapi({ description: 'Markdown, without HTML' })
const formulas = z
  .array(FormulaSchema)
  .optional()
  .openapi({ description: 'The formulas of the texts, each once. Absent without formulas.' })

const html = z.string().openapi({ description: 'The same as safe HTML, with maths as MathML' })

/** A single-choice question. Its answer is shown, because lessons are practice. */
const PracticeQuestionSchema = z
  .object({
    id: z.string(),
    type: z.literal('SINGLE_CHOICE'),
    prompt: markdown,
    promptHtml: html,
    options: z.array(markdown),
    optionsHtml: z.array(html),
    correctIndex: z.number().int().openapi({ description: 'From 0' }),
    explanation: markdown,
    explanationHtml: html,
    hasHint: z.boolean(),
  })
  .openapi('PracticeQuestion')

const TextWithImageSlideSchema = z
  .object({
    ...slideFields,
    type: z.literal('TEXT_WITH_IMAGE'),
    title: z.string(),
    content: markdown,
    formulas,
    mediaUrl: z.string().nullable(),
    mediaAlt: z.string().nullable().openapi({ description: 'Text alternative of the image' }),
  })
  .openapi('TextWithImageSlide')
const QuizSlideSchema = z
  .object({ ...slideFields, type: z.literal('QUIZ'), question: PracticeQuestionSchema })
  .openapi('QuizSlide')
const QuestionSlideSchema = z
  .object({
    ...slideFields,
    type: z.literal('QUESTION'),
    attempt: z.string().openapi({ description: 'To be sent with the answer' }),
    question: PresentedQuestionSchema,
  })
  .openapi('QuestionSlide', {
    description: 'A question of another type than single choice, without its solution',
  })
const CodeSlideSchema = z
  .object({
    ...slideFields,
    type: z.literal('CODE'),
    title: z.string(),
    content: z.string().openapi({ description: 'Source code, to be shown verbatim' }),
    language: z.string(),
    runnable: z.boolean().optional().openapi({
      description:
        'True if the learner may edit and run the code. The language is then `javascript`, `js` or `sql`.',
    }),
    setup: z.string().optional().openapi({
      description: 'SQL statements that create the tables of a runnable slide, to be run before the code',
    }),
    expectedOutput: z.string().optional().openapi({
      description:
        'The output that the learner is asked to produce: printed lines, or rows with ` | ` between their cells',
    }),
  })
  .openapi('CodeSlide')
const FlashcardSlideSchema = z
  .object({ ...slideFields, type: z.literal('FLASHCARD'), front: markdown, back: markdown, formulas })
  .openapi('FlashcardSlide')
const CalloutSlideSchema = z
  .object({ ...slideFields, type: z.literal('CALLOUT'), tone: z.enum(TONES), content: markdown, formulas })
  .openapi('CalloutSlide')
const VideoSlideSchema = z
  .object({
    ...slideFields,
    type: z.literal('VIDEO'),
    title: z.string(),
    mediaUrl: z.string(),
    captionsUrl: z.string().nullable(),
    durationSeconds: z.number().int(),
  })
  .openapi('VideoSlide')

/** Each kind is a named schema, because the discriminator of the API document refers to names. */
const SlideSchema = z
  .discriminatedUnion('type', [
    TextWithImageSlideSchema,
    QuizSlideSchema,
    QuestionSlideSchema,
    CodeSlideSchema,
    FlashcardSlideSchema,
    CalloutSlideSchema,
    VideoSlideSchema,
  ])
  .openapi('Slide')

export const LessonContentSchema = z
  .object({
    id: z.string(),
    courseId: z.string(),
    title: z.string(),
    order: z.number().int(),
    xpReward: z.number().int(),
    gemReward: z.number().int(),
    requiredScore: z.int().nullable().openapi({
      description:
        'What completing the lesson requires: 0 for an answer to every question, above it that share of right answers in per cent. Null for nothing.',
    }),
    isCompleted: z.boolean(),
    contentVersion: z.string().openapi({
      description: 'Names these slides. The next publication with other slides has another one.',
    }),
    slides: z.array(SlideSchema),
  })
  .openapi('LessonContent')

type SlideView = z.output<typeof SlideSchema>

/** The fields of a lesson that a learner sees. */
export type ShownLesson = Pick<Lesson, 'id' | 'title' | 'order' | 'xpReward' | 'gemReward' | 'requiredScore'>

export function presentLesson(
  course: Pick<Course, 'id'>,
  lesson: ShownLesson,
  content: LessonContent,
  isCompleted: boolean,
  { publicUrl, attempt }: { publicUrl: string; attempt: string },
): z.output<typeof LessonContentSchema> {
  return {
    id: lesson.id,
    courseId: course.id,
    title: lesson.title,
    order: lesson.order,
    xpReward: lesson.xpReward,
    gemReward: lesson.gemReward,
    requiredScore: lesson.requiredScore,
    isCompleted,
    contentVersion: contentVersionOf(content.slides),
    slides: content.slides.map((slide, index) =>
      withMediaUrls(
        presentSlide(slide, { id: slideId(lesson, index), order: index + 1 }, content, {
          publicUrl,
          attempt,
        }),
        publicUrl,
      ),
    ),
  }
}

/** Whether the lesson has questions that are shuffled for each attempt. */
export function hasShuffledQuestions({ questions }: LessonContent): boolean {
  return questions.values().some(({ type }) => type !== 'SINGLE_CHOICE')
}

function presentSlide(
  slide: StoredSlide,
  at: { id: string; order: number },
  { questions }: LessonContent,
  { publicUrl, attempt }: { publicUrl: string; attempt: string },
): SlideView {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      return {
        ...at,
        type: slide.type,
        title: slide.title,
        content: slide.content,
        ...withFormulas(slide.content),
        mediaUrl: slide.media && mediaUrl(publicUrl, slide.media),
        mediaAlt: slide.mediaAlt,
      }
    case 'QUIZ':
      return presentQuiz(questions.get(slide.questionId)!, at, attempt)
    case 'VIDEO': {
      const { captionsUrl } = slide
      const absolute = (url: string) => (url.startsWith('/') ? publicUrl + url : url)
      return {
        ...at,
        ...slide,
        mediaUrl: absolute(slide.mediaUrl),
        captionsUrl: captionsUrl && absolute(captionsUrl),
      }
    }
    case 'FLASHCARD':
      return { ...at, ...slide, ...withFormulas(slide.front, slide.back) }
    case 'CALLOUT':
      return { ...at, ...slide, ...withFormulas(slide.content) }
    default:
      return { ...at, ...slide }
  }
}

function withFormulas(...texts: string[]): { formulas?: Formula[] } {
  const formulas = compileFormulas(texts)
  return formulas ? { formulas } : {}
}

function presentQuiz(
  question: StoredQuestion,
  at: { id: string; order: number },
  attempt: string,
): SlideView {
  if (question.type !== 'SINGLE_CHOICE')
    return { ...at, type: 'QUESTION', attempt, question: presentQuestion(question, lessonSeed(attempt)) }
  const { id, type, prompt, options, correctIndex, explanation, html: compiled } = question
  return {
    ...at,
    type: 'QUIZ',
    question: {
      id,
      type,
      prompt,
      promptHtml: compiled.prompt,
      options,
      optionsHtml: compiled.options!,
      correctIndex,
      explanation,
      explanationHtml: compiled.explanation,
      hasHint: question.hint !== null,
    },
  }
}

/** Derives a stable id from the position in the lesson, because slides have no row. */
function slideId(lesson: ShownLesson, index: number): string {
  const hex = createHash('sha256').update(`${lesson.id}:${index}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export const LESSON_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000e1',
  courseId: '019a8b5e-7c1d-7000-8000-0000000000c1',
  title: 'What a block is',
  order: 1,
  xpReward: 20,
  gemReward: 5,
  requiredScore: null,
  isCompleted: false,
  contentVersion: '5f0c8b1a9d3e2f47',
  slides: [
    {
      id: '9f86d081-884c-8d65-8a2f-eaa0c55ad015',
      order: 1,
      type: 'TEXT_WITH_IMAGE',
      title: 'A page in a public notebook',
      content: 'A block is a page of a notebook that **everybody** keeps a copy of.',
      mediaUrl: 'http://localhost:3000/files/media/9f86d081884c7d659a2feaa0c55ad015.svg',
      mediaAlt: 'Three blocks in a row',
    },
    {
      id: '60303ae2-2b99-8861-8ce3-b28f33eec1be',
      order: 2,
      type: 'QUIZ',
      question: {
        id: '019a8b5e-7c1d-7000-8000-0000000000f1',
        type: 'SINGLE_CHOICE',
        prompt: 'What ties a block to the one before it?',
        promptHtml: '<p>What ties a block to the one before it?</p>',
        options: ['The same author', 'The hash of the previous block', 'A bank'],
        optionsHtml: ['The same author', 'The hash of the previous block', 'A bank'],
        correctIndex: 1,
        explanation: 'Changing an old block changes its hash, and the next block then points to nothing.',
        explanationHtml:
          '<p>Changing an old block changes its hash, and the next block then points to nothing.</p>',
        hasHint: false,
      },
    },
    {
      id: '5994471a-bb01-8112-8afc-c18159f6cc74',
      order: 3,
      type: 'QUESTION',
      attempt: 'q3Zr8wTn0kQ',
      question: {
        id: '019a8b5e-7c1d-7000-8000-0000000000f2',
        type: 'ORDER',
        prompt: 'Put the steps of a payment in order.',
        promptHtml: '<p>Put the steps of a payment in order.</p>',
        hasHint: true,
        items: ['A block includes it', 'The owner signs it', 'Nodes pass it on'],
        itemsHtml: ['A block includes it', 'The owner signs it', 'Nodes pass it on'],
      },
    },
  ],
} as const
