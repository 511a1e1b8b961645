import { z } from '../../platform/zod.ts'
import type { LearningPath } from '../catalog/public/catalog.ts'
import { PATH_FIELDS_EXAMPLE, pathFields, presentPathFields } from '../catalog/public/path-fields.ts'
import { type CourseProgress, countCompleted, NO_PROGRESS } from './course-progress.ts'
import { COURSE_EXAMPLE, CourseSchema, presentCourse } from './course-view.ts'

const PathCourseSchema = CourseSchema.extend({
  lockedBy: z
    .enum(['PREMIUM'])
    .nullable()
    .openapi({ description: 'Why you cannot start it: the course needs Premium' }),
}).openapi('PathCourse')

export const PathProgressSchema = z
  .object({
    ...pathFields,
    completedLessons: z.number().int(),
    totalLessons: z.number().int(),
    nextLessonId: z
      .string()
      .nullable()
      .openapi({ description: 'The first lesson that is not completed, of the courses that you can start' }),
    courses: z.array(PathCourseSchema).openapi({ description: 'In the order of the path' }),
  })
  .openapi('PathProgress')

/** The map of a learning path: every course with its lessons, what is done, what is locked, and what comes next. */
export function presentPathProgress(
  path: LearningPath,
  progressOf: ReadonlyMap<string, CourseProgress>,
  hasPremium: boolean,
  publicUrl: string,
): z.output<typeof PathProgressSchema> {
  const courses = path.courses.map((course) => ({
    ...presentCourse(course, progressOf.get(course.id) ?? NO_PROGRESS, publicUrl),
    lockedBy: course.isPremium && !hasPremium ? ('PREMIUM' as const) : null,
  }))
  const open = courses.filter(({ lockedBy }) => lockedBy === null)
  return {
    ...presentPathFields(path, publicUrl),
    completedLessons: path.courses.reduce(
      (sum, course) => sum + countCompleted(course, new Set(progressOf.get(course.id)?.completedLessonIds)),
      0,
    ),
    totalLessons: path.courses.reduce((sum, course) => sum + course.lessons.length, 0),
    nextLessonId: open.flatMap(({ lessons }) => lessons).find(({ isCompleted }) => !isCompleted)?.id ?? null,
    courses,
  }
}

export const PATH_PROGRESS_EXAMPLE = {
  ...PATH_FIELDS_EXAMPLE,
  cover: null,
  completedLessons: 1,
  totalLessons: 2,
  nextLessonId: COURSE_EXAMPLE.lessons[1].id,
  courses: [{ ...COURSE_EXAMPLE, lockedBy: null }],
} as const
