import { TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import type { Course } from '../catalog/public/catalog.ts'
import { CoverField, presentCover } from '../catalog/public/cover.ts'
import { coverUrl } from '../catalog/public/media-url.ts'
import { type CourseProgress, countCompleted, progressPercentage } from './course-progress.ts'

export const EnrolledCourseSchema = z
  .object({
    id: z.string(),
    courseId: z.string(),
    title: z.string(),
    coverUrl: z.string().nullable(),
    cover: CoverField,
    progressPercentage: z.number().int(),
    completedLessons: z.number().int(),
    totalLessons: z.number().int(),
    nextLessonId: z.string().nullable().openapi({ description: 'The first lesson that is not completed' }),
    enrolledAt: TimestampSchema,
    completedAt: TimestampSchema.nullable(),
  })
  .openapi('EnrolledCourse')

export function presentEnrolledCourse(
  course: Course,
  progress: CourseProgress,
  publicUrl: string,
): z.output<typeof EnrolledCourseSchema> {
  const completed = new Set(progress.completedLessonIds)
  return {
    id: progress.enrollmentId!,
    courseId: course.id,
    title: course.title,
    coverUrl: coverUrl(publicUrl, course),
    cover: presentCover(course.cover, publicUrl),
    progressPercentage: progressPercentage(course, completed),
    completedLessons: countCompleted(course, completed),
    totalLessons: course.lessons.length,
    nextLessonId: course.lessons.find((lesson) => !completed.has(lesson.id))?.id ?? null,
    enrolledAt: progress.enrolledAt!.toISOString(),
    completedAt: progress.completedAt?.toISOString() ?? null,
  }
}
