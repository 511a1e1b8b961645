import { z } from '../../platform/zod.ts'
import { type Course, LEVELS, type LearningPath } from './public/catalog.ts'
import { CategoryKeySchema, CategoryTitlesField } from './public/category.ts'
import { COVER_EXAMPLE, CoverField, presentCover } from './public/cover.ts'
import { matchedLessonField } from './public/matched-lesson.ts'
import { coverUrl } from './public/media-url.ts'
import { AccentField, pathFields, presentPathFields } from './public/path-fields.ts'

const PublishedCourseSummarySchema = z
  .object({
    id: z.string(),
    title: z.string(),
    description: z.string(),
    category: CategoryKeySchema,
    categoryTitles: CategoryTitlesField,
    level: z.enum(LEVELS),
    isPremium: z.boolean(),
    coverUrl: z.string().nullable(),
    cover: CoverField,
    skills: z.array(z.string()),
    totalLessons: z.number().int(),
    hasProject: z.boolean(),
    firstLessonId: z
      .string()
      .nullable()
      .openapi({ description: 'The lesson of `GET /public/lessons/{id}`; null if the course is premium.' }),
  })
  .openapi('PublishedCourseSummary')

export const PublishedCourseListSchema = z.array(
  PublishedCourseSummarySchema.extend(matchedLessonField).openapi('FoundPublishedCourse'),
)

export const PublishedCourseSchema = PublishedCourseSummarySchema.extend({
  lessons: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      order: z.number().int().openapi({ description: 'From 1' }),
      xpReward: z.number().int(),
      gemReward: z.number().int(),
    }),
  ),
  totalXP: z.number().int().openapi({ description: 'Of all lessons and of the course bonus' }),
  totalGems: z.number().int().openapi({ description: 'Of all lessons and of the course bonus' }),
  learningPaths: z.array(z.object({ id: z.string(), title: z.string(), accent: AccentField })),
}).openapi('PublishedCourse')

export const PublishedPathSchema = z
  .object({
    ...pathFields,
    courses: z.array(PublishedCourseSummarySchema),
  })
  .openapi('PublishedLearningPath')

export function presentPublishedCourseSummary(
  course: Course,
  publicUrl: string,
): z.output<typeof PublishedCourseSummarySchema> {
  return {
    id: course.id,
    title: course.title,
    description: course.description,
    category: course.category,
    categoryTitles: course.categoryTitles,
    level: course.level,
    isPremium: course.isPremium,
    coverUrl: coverUrl(publicUrl, course),
    cover: presentCover(course.cover, publicUrl),
    skills: course.skills,
    totalLessons: course.lessons.length,
    hasProject: course.hasProject,
    firstLessonId: course.isPremium ? null : (course.lessons[0]?.id ?? null),
  }
}

export function presentPublishedCourse(
  course: Course,
  paths: LearningPath[],
  publicUrl: string,
): z.output<typeof PublishedCourseSchema> {
  const sum = (value: (lesson: Course['lessons'][number]) => number) =>
    course.lessons.reduce((total, lesson) => total + value(lesson), 0)
  return {
    ...presentPublishedCourseSummary(course, publicUrl),
    lessons: course.lessons.map(({ id, title, order, xpReward, gemReward }) => ({
      id,
      title,
      order,
      xpReward,
      gemReward,
    })),
    totalXP: sum(({ xpReward }) => xpReward) + course.bonusXp,
    totalGems: sum(({ gemReward }) => gemReward) + course.bonusGems,
    learningPaths: paths.map(({ id, title, accent }) => ({ id, title, accent })),
  }
}

export function presentPublishedPath(
  path: LearningPath,
  publicUrl: string,
): z.output<typeof PublishedPathSchema> {
  return {
    ...presentPathFields(path, publicUrl),
    courses: path.courses.map((course) => presentPublishedCourseSummary(course, publicUrl)),
  }
}

const SUMMARY_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000c1',
  title: 'Blockchain basics',
  description: 'What a chain of blocks is, and what it is good for.',
  category: 'BLOCKCHAIN',
  categoryTitles: { en: 'Blockchain' },
  level: 'BEGINNER',
  isPremium: false,
  coverUrl: 'http://localhost:3000/files/media/9f86d081884c7d659a2feaa0c55ad015.svg',
  cover: null,
  skills: ['blockchain', 'hashing'],
  totalLessons: 1,
  hasProject: false,
  firstLessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
} as const

export const PUBLISHED_COURSE_LIST_EXAMPLE = [SUMMARY_EXAMPLE]

export const PUBLISHED_COURSE_EXAMPLE = {
  ...SUMMARY_EXAMPLE,
  lessons: [
    {
      id: '019a8b5e-7c1d-7000-8000-0000000000e1',
      title: 'What a block is',
      order: 1,
      xpReward: 20,
      gemReward: 5,
    },
  ],
  totalXP: 70,
  totalGems: 30,
  learningPaths: [
    { id: '019a8b5e-7c1d-7000-8000-0000000000a1', title: 'Blockchain developer', accent: 'violet' },
  ],
} as const

export const PUBLISHED_PATH_EXAMPLE = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a1',
  title: 'Blockchain developer',
  description: 'From the first block to a contract that holds money.',
  category: 'BLOCKCHAIN',
  categoryTitles: { en: 'Blockchain' },
  kind: 'SPECIALIZATION',
  isPremium: true,
  skills: ['solidity', 'smart contracts'],
  accent: 'violet',
  cover: COVER_EXAMPLE,
  courses: [SUMMARY_EXAMPLE],
} as const
