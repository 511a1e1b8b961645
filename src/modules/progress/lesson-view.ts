import { createHash } from 'node:crypto'
import { z } from '../../platform/zod.ts'
import type { Course, Lesson } from '../catalog/public/catalog.ts'
import type { LessonContent } from '../catalog/public/catalog-cache.ts'
import { mediaUrl } from '../catalog/public/media-url.ts'
import { type StoredSlide, TONES } from '../catalog/public/slide.ts'
import type { PracticeQuestion } from '../questions/public/question.ts'

const slideFields = { id: z.string(), order: z.number().int().openapi({ description: 'From 1' }) }
const markdown = z.string().openapi({ description: 'Markdown, without HTML' })

const PracticeQuestionSchema = z
  .object({
    id: z.string(),
    prompt: markdown,
    options: z.array(markdown),
    correctIndex: z.number().int().openapi({ description: 'From 0' }),
    explanation: markdown,
  })
  .openapi('PracticeQuestion')

const TextWithImageSlideSchema = z
  .object({
    ...slideFields,
    type: z.literal('TEXT_WITH_IMAGE'),
    title: z.string(),
    content: markdown,
    mediaUrl: z.string().nullable(),
    mediaAlt: z.string().nullable().openapi({ description: 'Text alternative of the image' }),
  })
  .openapi('TextWithImageSlide')
const QuizSlideSchema = z
  .object({ ...slideFields, type: z.literal('QUIZ'), question: PracticeQuestionSchema })
  .openapi('QuizSlide')
const CodeSlideSchema = z
  .object({
    ...slideFields,
    type: z.literal('CODE'),
    title: z.string(),
    content: z.string().openapi({ description: 'Source code, to be shown verbatim' }),
    language: z.string(),
  })
  .openapi('CodeSlide')
const FlashcardSlideSchema = z
  .object({ ...slideFields, type: z.literal('FLASHCARD'), front: markdown, back: markdown })
  .openapi('FlashcardSlide')
const CalloutSlideSchema = z
  .object({ ...slideFields, type: z.literal('CALLOUT'), tone: z.enum(TONES), content: markdown })
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
    isCompleted: z.boolean(),
    slides: z.array(SlideSchema),
  })
  .openapi('LessonContent')

type SlideView = z.output<typeof SlideSchema>

export function presentLesson(
  course: Course,
  lesson: Lesson,
  content: LessonContent,
  isCompleted: boolean,
  publicUrl: string,
): z.output<typeof LessonContentSchema> {
  return {
    id: lesson.id,
    courseId: course.id,
    title: lesson.title,
    order: lesson.order,
    xpReward: lesson.xpReward,
    gemReward: lesson.gemReward,
    isCompleted,
    slides: content.slides.map((slide, index) =>
      presentSlide(slide, { id: slideId(lesson, index), order: index + 1 }, content, publicUrl),
    ),
  }
}

function presentSlide(
  slide: StoredSlide,
  at: { id: string; order: number },
  { questions }: LessonContent,
  publicUrl: string,
): SlideView {
  switch (slide.type) {
    case 'TEXT_WITH_IMAGE':
      return {
        ...at,
        type: slide.type,
        title: slide.title,
        content: withMediaUrls(slide.content, publicUrl),
        mediaUrl: slide.media && mediaUrl(publicUrl, slide.media),
        mediaAlt: slide.mediaAlt,
      }
    case 'QUIZ':
      return { ...at, type: slide.type, question: presentQuestion(questions.get(slide.questionId)!) }
    case 'CALLOUT':
      return { ...at, ...slide, content: withMediaUrls(slide.content, publicUrl) }
    default:
      return { ...at, ...slide }
  }
}

function presentQuestion({ id, prompt, options, correctIndex, explanation }: PracticeQuestion) {
  return { id, prompt, options, correctIndex, explanation }
}

/** Stored texts contain image names, because the public URL of the service may change. */
function withMediaUrls(content: string, publicUrl: string): string {
  return content.replace(
    /\]\(media\/([0-9a-f]{32}\.[a-z]+)\)/g,
    (_, name) => `](${mediaUrl(publicUrl, name)})`,
  )
}

/** Derives a stable id from the position in the lesson, because slides have no row. */
function slideId(lesson: Lesson, index: number): string {
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
  isCompleted: false,
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
        prompt: 'What ties a block to the one before it?',
        options: ['The same author', 'The hash of the previous block', 'A bank'],
        correctIndex: 1,
        explanation: 'Changing an old block changes its hash, and the next block then points to nothing.',
      },
    },
  ],
} as const
