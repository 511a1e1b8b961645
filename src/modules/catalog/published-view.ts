import { z } from '../../platform/zod.ts'
import type { Course, LearningPath } from './public/catalog.ts'
import { COURSE_FIELDS_EXAMPLE, courseFields, presentCourseFields } from './public/course-fields.ts'
import { matchedLessonField } from './public/matched-lesson.ts'
import { AccentField, PATH_FIELDS_EXAMPLE, pathFields, presentPathFields } from './public/path-fields.ts'

const PublishedCourseSummarySchema = z
  .object({
    ...courseFields,
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
    ...presentCourseFields(course, publicUrl),
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
  ...COURSE_FIELDS_EXAMPLE,
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

export const PUBLISHED_PATH_EXAMPLE = { ...PATH_FIELDS_EXAMPLE, courses: [SUMMARY_EXAMPLE] }
