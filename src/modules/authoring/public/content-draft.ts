import { orNull, TimestampSchema } from '../../../platform/http/schemas.ts'
import { z } from '../../../platform/zod.ts'
import { SUBMISSION_TYPES } from '../../catalog/public/capstone-project.ts'
import {
  type CourseId,
  LEVELS,
  type LessonId,
  PATH_KINDS,
  type PathId,
} from '../../catalog/public/catalog.ts'
import { CategoryKeySchema } from '../../catalog/public/category.ts'
import { TONES } from '../../catalog/public/slide.ts'
import { findFormulaErrors, findFormulaExcess } from '../../questions/public/markdown/formulas.ts'
import { oneLine } from './plain-quiz.ts'
import {
  CanEditSchema,
  ORIGINS,
  PUBLICATION_STATUSES,
  QuizDraftSchema,
  VersionSchema,
} from './question-draft.ts'
import { findRunnableErrors } from './runnable-code.ts'

/** Request and response schemas of authored courses, lessons, paths and projects. */

const text = (maxLength: number) => z.string().trim().min(1).max(maxLength)
const nonNegativeInteger = z.int().min(0).max(100_000)
const words = z.array(oneLine).max(40)
const url = z.union(
  [
    z.url({ protocol: /^https$/ }).max(2_000),
    z.string().regex(/^\/files\/library\/[0-9a-f-]{36}[\w.-]{0,40}$/),
  ],
  'must be an https URL, or the path of a file of the library',
)

const requiredScore = z.int().min(0).max(100).nullable()
const REQUIRED_SCORE =
  'What completing a lesson requires: 0 for an answer to every question, above it that share of right answers in per cent.'

const CourseFields = {
  title: oneLine,
  description: text(2_000),
  category: CategoryKeySchema,
  level: z.enum(LEVELS),
  isPremium: z.boolean(),
  skills: words,
  topicId: z.uuid(),
  bonusXp: nonNegativeInteger.openapi({
    description: 'Paid on completion of the course, in addition to the rewards of its lessons',
  }),
  bonusGems: nonNegativeInteger,
  requiredScore: requiredScore.openapi({ description: `${REQUIRED_SCORE} Null for nothing.` }),
}

export const CourseDraftSchema = z
  .object({
    ...CourseFields,
    isPremium: CourseFields.isPremium.default(false),
    skills: CourseFields.skills.default([]),
    topicId: CourseFields.topicId.optional().openapi({ description: 'Default: the topic "general".' }),
    bonusXp: CourseFields.bonusXp.default(0),
    bonusGems: CourseFields.bonusGems.default(0),
    requiredScore: CourseFields.requiredScore.default(null),
  })
  .openapi('CourseDraft')
export type CourseDraft = z.output<typeof CourseDraftSchema>

export const CoursePatchSchema = z.object(CourseFields).partial().openapi('CoursePatch')
export type CoursePatch = z.output<typeof CoursePatchSchema>

const CodeSlideDraftSchema = z
  .object({
    type: z.literal('CODE'),
    title: oneLine,
    content: text(20_000),
    language: oneLine.default('text'),
    runnable: z
      .boolean()
      .optional()
      .openapi({ description: 'Learners may edit and run the code, which is JavaScript or SQL' }),
    setup: text(20_000)
      .optional()
      .openapi({ description: 'SQL statements that create the tables of a runnable slide' }),
    expectedOutput: text(2_000).optional().openapi({
      description:
        'The output that the learner is asked to produce: printed lines, or rows with ` | ` between their cells',
    }),
  })
  .superRefine((slide, context) => {
    for (const { field, message } of findRunnableErrors(slide))
      context.addIssue({ code: 'custom', path: [field], message })
  })

const SlideDraftSchema = z.union([
  z.object({ type: z.literal('TEXT_WITH_IMAGE'), title: oneLine, content: text(20_000) }),
  CodeSlideDraftSchema,
  z.object({ type: z.literal('FLASHCARD'), front: text(2_000), back: text(2_000) }),
  z.object({ type: z.literal('CALLOUT'), tone: z.enum(TONES), content: text(2_000) }),
  z.object({
    type: z.literal('VIDEO'),
    title: oneLine,
    mediaUrl: url,
    captionsUrl: url.nullable().default(null),
    durationSeconds: z.int().min(1).max(86_400),
  }),
  z
    .object({ type: z.literal('QUIZ'), questionId: z.uuid() })
    .openapi({ description: 'A practice question of the pool' }),
  z.object({ type: z.literal('QUIZ'), question: QuizDraftSchema }).openapi({ description: 'A new question' }),
])
export type SlideDraft = z.output<typeof SlideDraftSchema>

/** Counts the formulas first, because compiling very many takes too long. */
function checkFormulas(slides: SlideDraft[]): { path: (string | number)[]; message: string }[] {
  const texts = slides.flatMap((slide, index) =>
    ['content', 'front', 'back'].flatMap((field) =>
      slide.type !== 'CODE' && field in slide
        ? [{ path: [index, field], text: (slide as Record<string, unknown>)[field] as string }]
        : [],
    ),
  )
  const excess = findFormulaExcess(texts.map(({ text }) => text))
  if (excess) return [{ path: [], message: excess }]
  return texts.flatMap(({ path, text }) =>
    findFormulaErrors(text).map(({ line, reason }) => ({ path, message: `line ${line}: ${reason}` })),
  )
}

const LessonFields = {
  title: oneLine,
  xpReward: nonNegativeInteger,
  gemReward: nonNegativeInteger,
  requiredScore: requiredScore.openapi({ description: `${REQUIRED_SCORE} Null: as the course says.` }),
  slides: z
    .array(SlideDraftSchema)
    .min(1)
    .max(100)
    .superRefine((slides, context) => {
      for (const { path, message } of checkFormulas(slides))
        context.addIssue({ code: 'custom', path, message })
    }),
  order: z.int().min(1).max(1_000).openapi({ description: 'From 1; other lessons move' }),
}

export const LessonDraftSchema = z
  .object({
    ...LessonFields,
    requiredScore: LessonFields.requiredScore.default(null),
    order: LessonFields.order.optional().openapi({ description: 'Default: the last lesson' }),
  })
  .openapi('LessonDraft')
export type LessonDraft = z.output<typeof LessonDraftSchema>

export const LessonPatchSchema = z.object(LessonFields).partial().openapi('LessonPatch')
export type LessonPatch = z.output<typeof LessonPatchSchema>

const PathFields = {
  title: oneLine,
  description: text(2_000),
  category: CategoryKeySchema,
  kind: z.enum(PATH_KINDS),
  isPremium: z.boolean(),
  skills: words.openapi({ description: 'Learners see those that a course of the path teaches' }),
  synonyms: words.openapi({ description: 'Other words for the goal' }),
  courseIds: z
    .array(z.uuid())
    .min(1)
    .max(100)
    .refine((ids) => new Set(ids).size === ids.length, 'must differ from each other'),
}

export const PathDraftSchema = z
  .object({
    ...PathFields,
    isPremium: PathFields.isPremium.default(false),
    skills: PathFields.skills.default([]),
    synonyms: PathFields.synonyms.default([]),
  })
  .openapi('LearningPathDraft')
export type PathDraft = z.output<typeof PathDraftSchema>

export const PathPatchSchema = z.object(PathFields).partial().openapi('LearningPathPatch')
export type PathPatch = z.output<typeof PathPatchSchema>

const ProjectFields = {
  title: oneLine,
  description: text(20_000),
  allowedSubmissionTypes: z.array(z.enum(SUBMISSION_TYPES)).min(1).max(SUBMISSION_TYPES.length),
  passingScore: z.int().min(1).max(100).openapi({ description: 'Percentage of the points of the rubric' }),
  xpReward: nonNegativeInteger,
  gemReward: nonNegativeInteger,
  rubric: z
    .array(
      z.object({
        criterion: text(2_000),
        points: z.int().min(1).max(1_000),
        evidence: words
          .default([])
          .openapi({ description: 'Keywords for the assessor; learners do not see them' }),
      }),
    )
    .min(1)
    .max(30),
}

export const ProjectDraftSchema = z
  .object({ courseId: z.uuid(), ...ProjectFields, passingScore: ProjectFields.passingScore.default(70) })
  .openapi('CapstoneDraft')
export type ProjectDraft = z.output<typeof ProjectDraftSchema>

export const ProjectPatchSchema = z.object(ProjectFields).partial().openapi('CapstonePatch')
export type ProjectPatch = z.output<typeof ProjectPatchSchema>

const editedFields = {
  id: z.string(),
  origin: z.enum(ORIGINS),
  status: z.enum(PUBLICATION_STATUSES),
  canEdit: CanEditSchema,
  version: VersionSchema,
}
const hasUnpublishedChanges = z.boolean().openapi({
  description:
    'Learners see an earlier version until the next publication. Only authors of the course and an ADMIN see the changes.',
})
const PublicationScheduleSchema = z
  .object({
    publishAt: TimestampSchema,
    userId: z.string().openapi({ description: 'The author in whose name it is published' }),
    includeLessons: z
      .boolean()
      .openapi({ description: 'Of a course: also publish the changes of its published lessons' }),
    changeNote: z
      .string()
      .nullable()
      .openapi({ description: 'What learners will be told about the changes' }),
    reviewId: z
      .string()
      .nullable()
      .openapi({ description: 'The review that approved it: only what was reviewed is published' }),
  })
  .openapi('PublicationSchedule', {
    description:
      'When the content will be published as it is then. Only authors of the course and an ADMIN see it.',
  })
export type PublicationSchedule = z.output<typeof PublicationScheduleSchema>
const schedule = orNull(PublicationScheduleSchema)
const ownerId = z.string().nullable().openapi({ description: 'Null for content of a pack' })

export const EditedCourseSchema = z
  .object({
    ...editedFields,
    hasUnpublishedChanges,
    changedLessonIds: z.array(z.string()).openapi({
      description: 'Its published lessons with unpublished changes, in their order',
    }),
    ...CourseFields,
    topicId: z.string(),
    totalLessons: z.int(),
    hasProject: z.boolean(),
    ownerId,
    takenOverFrom: z
      .string()
      .nullable()
      .openapi({ description: 'The content pack that an administrator took the course over from' }),
    schedule,
  })
  .openapi('EditedCourse')
export type EditedCourse = z.output<typeof EditedCourseSchema> & { id: CourseId }

/** A course in the list of authors. */
export const ListedCourseSchema = EditedCourseSchema.extend({
  coverUrl: z.string().nullable(),
  updatedAt: TimestampSchema.openapi({
    description: 'The last change of its fields, its project or the order of its lessons',
  }),
}).openapi('ListedCourse')
export type ListedCourse = z.output<typeof ListedCourseSchema> & { id: CourseId }

/** Slides as stored: a quiz refers to a question of the pool. */
export const EditedLessonSchema = z
  .object({
    ...editedFields,
    hasUnpublishedChanges,
    courseId: z.string(),
    title: z.string(),
    order: z.int(),
    xpReward: z.int(),
    gemReward: z.int(),
    requiredScore: z.int().nullable(),
    schedule,
    slides: z.array(z.looseObject({ type: z.string() })),
  })
  .openapi('EditedLesson')
export type EditedLesson = z.output<typeof EditedLessonSchema> & { id: LessonId; courseId: CourseId }

export const EditedPathSchema = z
  .object({ ...editedFields, ...PathFields, courseIds: z.array(z.string()), ownerId })
  .openapi('EditedLearningPath')
export type EditedPath = z.output<typeof EditedPathSchema> & { id: PathId }

export const EditedProjectSchema = z
  .object({ ...editedFields, courseId: z.string(), courseTitle: z.string(), ...ProjectFields })
  .openapi('EditedCapstone')
export type EditedProject = z.output<typeof EditedProjectSchema>
