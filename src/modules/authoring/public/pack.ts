import { z } from 'zod'
import { type CapstoneProject, SUBMISSION_TYPES } from '../../catalog/public/capstone-project.ts'
import { LEVELS, PATH_KINDS } from '../../catalog/public/catalog.ts'
import { CATEGORY_KEY, type Category } from '../../catalog/public/category.ts'
import { DEFAULT_COURSE_TEST } from '../../catalog/public/course-test-rules.ts'
import { type PlainSlide, TONES } from '../../catalog/public/slide.ts'
import { findQuizErrors } from '../quiz-text.ts'
import { oneLine, PlainQuizSchema, packKey, UNKNOWN_TYPE } from './plain-quiz.ts'

/** Schemas of the YAML in a pack. `docs/content-packs.md` documents them for authors. */

const key = packKey
const text = z.string().trim().min(1).max(2_000)
const integerUpTo = (max: number) => z.int().min(0).max(max)
const words = z.array(oneLine).max(40)
const reward = z.strictObject({ xp: integerUpTo(100_000), gems: integerUpTo(100_000) })
const url = z.url({ protocol: /^https$/, error: 'must be an https URL' }).max(2_000)

const category = z.string().regex(CATEGORY_KEY, 'must be capital letters, digits and _')
const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag, such as fr')

export const PackFileSchema = z.strictObject({ id: key, name: oneLine, version: z.int().min(1) })

export const TopicsFileSchema = z.array(z.strictObject({ key, title: oneLine })).min(1)

export const CategoriesFileSchema = z
  .array(
    z.strictObject({ key: category, title: oneLine, titles: z.record(languageTag, oneLine).default({}) }),
  )
  .max(100)

export const PathFileSchema = z.strictObject({
  title: oneLine,
  description: text,
  category,
  kind: z.enum(PATH_KINDS),
  premium: z.boolean().default(false),
  skills: words.default([]),
  synonyms: words.default([]),
  courses: z.array(key).min(1).max(100),
})

/** What completing a lesson needs: an answer to every question, or a share of right answers in per cent. */
const requires = z.union([z.literal('answers'), z.int().min(1).max(100)]).optional()

export const CourseFileSchema = z.strictObject({
  title: oneLine,
  description: text,
  category,
  level: z.enum(LEVELS),
  premium: z.boolean().default(false),
  cover: z
    .string()
    .regex(/^images\/[A-Za-z0-9_-][A-Za-z0-9._-]*\.svg$/, 'must be images/<name>.svg')
    .optional(),
  skills: words.default([]),
  topic: key,
  bonus: reward,
  test: z
    .strictObject({
      questionCount: z.int().min(1).max(50).default(DEFAULT_COURSE_TEST.questionCount),
      passPercent: z.int().min(1).max(100).default(DEFAULT_COURSE_TEST.passPercent),
      isRequiredForCertificate: z.boolean().default(DEFAULT_COURSE_TEST.isRequiredForCertificate),
    })
    .default(DEFAULT_COURSE_TEST),
  requires,
})

export const LessonHeaderSchema = z.strictObject({
  title: oneLine,
  xp: integerUpTo(100_000),
  gems: integerUpTo(100_000),
  requires,
})

export type Quiz = z.output<typeof PlainQuizSchema>

/** A question. Without a type it is single choice. */
export const QuizSchema = PlainQuizSchema.superRefine(reportQuizErrors)

function reportQuizErrors(quiz: Quiz, context: z.RefinementCtx): void {
  for (const { path, message } of findQuizErrors(quiz)) context.addIssue({ code: 'custom', path, message })
}

/** `lesson` is the key of the lesson after which practice asks the question. */
export type PracticeQuiz = Quiz & { lesson?: string | undefined }

const practiceQuizOptions = PlainQuizSchema.options.map((option) =>
  z.strictObject({ ...option.shape, lesson: key.optional() }),
)
const PracticeQuizSchema = z
  .discriminatedUnion('type', practiceQuizOptions as never, { error: UNKNOWN_TYPE })
  .superRefine((quiz, context) => reportQuizErrors(quiz as Quiz, context)) as z.ZodType<PracticeQuiz>

export const FlashcardSchema = z.strictObject({ front: text, back: text })

export const CalloutSchema = z.strictObject({ tone: z.enum(TONES), content: text })

export const VideoSchema = z.strictObject({
  title: oneLine,
  mediaUrl: url,
  captionsUrl: url.optional(),
  durationSeconds: z.int().min(1).max(86_400),
})

const libraryPath = z.string().regex(/^\/files\/library\/[0-9a-f-]{36}[\w.-]{0,40}$/)
const mediaAddress = z.union([url, libraryPath], 'must be an https URL, or the path of a file of the pack')

/** A slide whose text would be read as something else in Markdown. */
export const SlideSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('TEXT_WITH_IMAGE'),
    title: oneLine,
    content: z.string().max(20_000),
    image: z.string().max(200).optional(),
    imageAlt: z.string().max(2_000).nullish(),
  }),
  z.strictObject({
    type: z.literal('CODE'),
    title: oneLine,
    content: z.string().min(1).max(20_000),
    language: oneLine,
    runnable: z.boolean().optional(),
    setup: z.string().min(1).max(20_000).optional(),
    expectedOutput: z.string().min(1).max(2_000).optional(),
  }),
  FlashcardSchema.extend({ type: z.literal('FLASHCARD') }),
  CalloutSchema.extend({ type: z.literal('CALLOUT') }),
  z.strictObject({
    type: z.literal('VIDEO'),
    title: oneLine,
    mediaUrl: mediaAddress,
    captionsUrl: mediaAddress.nullable(),
    durationSeconds: z.int().min(1).max(86_400),
  }),
])

export const ProjectFileSchema = z.strictObject({
  title: oneLine,
  description: z.string().trim().min(1).max(20_000),
  submissionTypes: z.array(z.enum(SUBMISSION_TYPES)).min(1),
  passingScore: z.int().min(1).max(100),
  reward,
  rubric: z
    .array(
      z.strictObject({ criterion: text, points: z.int().min(1).max(1_000), evidence: words.default([]) }),
    )
    .min(1)
    .max(30),
}) satisfies z.ZodType<CapstoneProject>

export const QuestionsFileSchema = z.array(QuizSchema)

export const PracticeFileSchema = z.array(PracticeQuizSchema)

export type PackPath = z.output<typeof PathFileSchema> & { key: string }

export type PackSlide = PlainSlide | { type: 'QUIZ'; quizKey: string }

export interface PackLesson extends z.output<typeof LessonHeaderSchema> {
  key: string
  slides: PackSlide[]
}

export interface PackCourse extends Omit<z.output<typeof CourseFileSchema>, 'cover'> {
  key: string
  /** Storage name of the image. */
  cover: string | null
  lessons: PackLesson[]
  quizzes: Quiz[]
  /** The pool of the course test. */
  testQuestions: Quiz[]
  /** Questions that only rounds of practice ask. */
  practiceQuestions: PracticeQuiz[]
  project: CapstoneProject | null
}

/** A valid pack. `media` contains the images by the digest of their content. */
export interface Pack {
  /** Its content belongs to this id. */
  id: string
  name: string
  version: number
  topics: { key: string; title: string }[]
  /** Further categories than the built-in ones. */
  categories: Category[]
  courses: PackCourse[]
  paths: PackPath[]
  questions: (Quiz & { topic: string })[]
  media: Map<string, Uint8Array>
}

export interface PackError {
  /** Path relative to the pack folder. */
  file: string
  line: number
  message: string
}

/** The pack conflicts with stored content. Nothing of it is imported. */
export class PackImportError extends Error {
  readonly errors: PackError[]

  constructor(errors: PackError[]) {
    super(`the pack conflicts with stored content: ${errors[0]?.message}`)
    this.name = 'PackImportError'
    this.errors = errors
  }
}

/** A file of the content is not in the storage, so it cannot be exported. The message names both. */
export class MissingFileError extends Error {
  override name = 'MissingFileError'
}

/** The message for content that another pack owns. */
export function ownedByOtherPack(what: string, { owner, packId }: { owner: string; packId: string }): string {
  return `${what} belongs to the pack ${owner}, so the pack ${packId} cannot change it; choose another key`
}
