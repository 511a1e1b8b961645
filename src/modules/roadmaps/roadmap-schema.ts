import { orNull } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import { AccentField } from '../catalog/public/path-fields.ts'

const HOURS_LEFT = 'Estimate for the lessons that you have not completed'
const position = z
  .number()
  .int()
  .openapi({ description: 'Among all courses of the roadmap, also those that are skipped; from 1' })
const isMastered = z
  .boolean()
  .openapi({ description: 'Whether you need none of its courses: you completed them or know their skills' })
const reason = z.string().openapi({ description: 'Why, in the language of your account' })

export const RoadmapSchema = z
  .object({
    careerGoal: z.string(),
    isMatched: z.boolean().openapi({
      description: 'False if no path matches the goal. The paths are then a start for any goal.',
    }),
    totalCourses: z.number().int(),
    coursesCompleted: z.number().int(),
    foundationPaths: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        accent: AccentField,
        isCompleted: z.boolean(),
        isMastered,
        reason,
      }),
    ),
    specializationPaths: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        accent: AccentField,
        requiresSubscription: z.boolean(),
        userHasAccess: z.boolean(),
        isCompleted: z.boolean(),
        isMastered,
        reason,
      }),
    ),
    courses: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          order: z.number().int().openapi({ description: 'From 1' }),
          pathId: z.string().openapi({ description: 'The first path of the roadmap that contains it' }),
          isPremium: z.boolean(),
          userHasAccess: z.boolean(),
          hours: z.number().openapi({ description: HOURS_LEFT }),
          skills: z.array(z.string()).openapi({ description: 'Those that are new to you' }),
          position,
          completedLessons: z.number().int(),
          totalLessons: z.number().int(),
          reason,
        }),
      )
      .openapi({ description: 'What is left to learn, in order' }),
    skippedCourses: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          skills: z.array(z.string()),
          reason,
          pathId: z.string(),
          position,
          isCompleted: z.boolean().openapi({ description: 'False if you know its skills without it' }),
          hours: z.number().openapi({ description: HOURS_LEFT }),
        }),
      )
      .openapi({ description: 'Courses of the paths that teach only what you have mastered' }),
    remainingHours: z.number(),
    nextStep: orNull(
      z.object({
        courseId: orNull(z.string()),
        lessonId: orNull(z.string()).openapi({ description: 'Null if you have no access to the course' }),
        requiresSubscription: z.boolean(),
        lessonTitle: orNull(z.string()),
        isEnrolled: z
          .boolean()
          .openapi({ description: 'Whether you are enrolled in the course: only then do its lessons count' }),
        text: z.string().openapi({ description: 'In the language of your account' }),
      }),
    ).openapi({ description: 'Null if the roadmap has no courses' }),
    rankedBy: z.string().openapi({ description: '`matcher`, or the language model that ordered the paths' }),
  })
  .openapi('Roadmap')

export const ROADMAP_STATUSES = ['none', 'generating', 'completed', 'failed'] as const

const [FOUNDATION, SPECIALIZATION] = [
  '019a8b5e-7c1d-7000-8000-0000000000a2',
  '019a8b5e-7c1d-7000-8000-0000000000a1',
]
const [BASICS, CONTRACTS] = ['019a8b5e-7c1d-7000-8000-0000000000c1', '019a8b5e-7c1d-7000-8000-0000000000c2']

export const ROADMAP_EXAMPLE = {
  careerGoal: 'Smart contract developer',
  isMatched: true,
  totalCourses: 2,
  coursesCompleted: 1,
  foundationPaths: [
    {
      id: FOUNDATION,
      title: 'Blockchain foundations',
      accent: 'blue' as const,
      isCompleted: true,
      isMastered: true,
      reason: 'It prepares you for “Blockchain developer”.',
    },
  ],
  specializationPaths: [
    {
      id: SPECIALIZATION,
      title: 'Blockchain developer',
      accent: 'violet' as const,
      requiresSubscription: true,
      userHasAccess: false,
      isCompleted: false,
      isMastered: false,
      reason:
        'Your goal fits this path, which is about “smart contract developer” and teaches “smart contracts”.',
    },
  ],
  courses: [
    {
      id: CONTRACTS,
      title: 'Smart contracts with Solidity',
      order: 1,
      pathId: SPECIALIZATION,
      isPremium: true,
      userHasAccess: false,
      hours: 1.75,
      skills: ['solidity', 'smart contracts'],
      position: 2,
      completedLessons: 0,
      totalLessons: 7,
      reason: 'This course teaches “smart contracts”, which fits your goal.',
    },
  ],
  skippedCourses: [
    {
      id: BASICS,
      title: 'Blockchain basics',
      skills: ['blockchain', 'hashing'],
      reason: 'You completed this course.',
      pathId: FOUNDATION,
      position: 1,
      isCompleted: true,
      hours: 0,
    },
  ],
  remainingHours: 1.75,
  nextStep: {
    courseId: CONTRACTS,
    lessonId: null,
    requiresSubscription: true,
    lessonTitle: null,
    isEnrolled: false,
    text: 'The course “Smart contracts with Solidity” is next. It needs a subscription.',
  },
  rankedBy: 'matcher',
}
