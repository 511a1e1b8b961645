import { TimestampSchema } from '../../platform/http/schemas.ts'
import { z } from '../../platform/zod.ts'
import type { Course } from '../catalog/public/catalog.ts'
import { COURSE_FIELDS_EXAMPLE, courseFields, presentCourseFields } from '../catalog/public/course-fields.ts'
import { matchedLessonField } from '../catalog/public/matched-lesson.ts'
import { type CourseProgress, isLocked, NO_PROGRESS, progressPercentage } from './course-progress.ts'

const LessonSummarySchema = z
  .object({
    id: z.string(),
    title: z.string(),
    order: z.number().int().openapi({ description: 'From 1' }),
    xpReward: z.number().int(),
    gemReward: z.number().int(),
    isCompleted: z.boolean(),
    isLocked: z.boolean(),
  })
  .openapi('LessonSummary')

const CourseSummarySchema = z.object({
  ...courseFields,
  learningPathIds: z.array(z.string()),
  hasProject: z.boolean(),
  isEnrolled: z.boolean(),
  progressPercentage: z
    .number()
    .int()
    .openapi({ description: 'Rounded down; 100 means that all lessons are completed' }),
})

export const CourseListItemSchema = CourseSummarySchema.extend(matchedLessonField).openapi('CourseSummary')
const ChangeNoteSchema = z
  .object({
    note: z.string().openapi({ description: 'Plain text' }),
    lessonId: z.string().nullable().openapi({ description: 'Null if it is about the course' }),
    publishedAt: TimestampSchema,
  })
  .openapi('ChangeNote')

export const CourseSchema = CourseSummarySchema.extend({
  lessons: z.array(LessonSummarySchema),
  changes: z.array(ChangeNoteSchema).openapi({
    description: 'What its authors say about their latest changes, the newest first; at most five',
  }),
}).openapi('Course')

export function presentCourseSummary(
  course: Course,
  progress: CourseProgress | undefined,
  publicUrl: string,
): z.output<typeof CourseListItemSchema> {
  const completed = new Set(progress?.completedLessonIds)
  return {
    ...presentCourseFields(course, publicUrl),
    learningPathIds: course.pathIds,
    hasProject: course.hasProject,
    isEnrolled: (progress ?? NO_PROGRESS).enrollmentId !== null,
    progressPercentage: progressPercentage(course, completed),
  }
}

export function presentCourse(
  course: Course,
  progress: CourseProgress,
  publicUrl: string,
): z.output<typeof CourseSchema> {
  const completed = new Set(progress.completedLessonIds)
  return {
    ...presentCourseSummary(course, progress, publicUrl),
    lessons: course.lessons.map((lesson) => ({
      id: lesson.id,
      title: lesson.title,
      order: lesson.order,
      xpReward: lesson.xpReward,
      gemReward: lesson.gemReward,
      isCompleted: completed.has(lesson.id),
      isLocked: isLocked(course, lesson, completed),
    })),
    changes: course.changes.map(({ note, lessonId, publishedAt }) => ({
      note,
      lessonId,
      publishedAt: new Date(publishedAt).toISOString(),
    })),
  }
}

const SUMMARY_EXAMPLE = {
  ...COURSE_FIELDS_EXAMPLE,
  totalLessons: 2,
  learningPathIds: ['019a8b5e-7c1d-7000-8000-0000000000a1'],
  hasProject: false,
  isEnrolled: true,
  progressPercentage: 50,
} as const

export const COURSE_LIST_EXAMPLE = [SUMMARY_EXAMPLE]

export const COURSE_EXAMPLE = {
  ...SUMMARY_EXAMPLE,
  lessons: [
    {
      id: '019a8b5e-7c1d-7000-8000-0000000000e1',
      title: 'What a block is',
      order: 1,
      xpReward: 20,
      gemReward: 5,
      isCompleted: true,
      isLocked: false,
    },
    {
      id: '019a8b5e-7c1d-7000-8000-0000000000e2',
      title: 'What ties blocks together',
      order: 2,
      xpReward: 20,
      gemReward: 5,
      isCompleted: false,
      isLocked: false,
    },
  ],
  changes: [
    {
      note: 'The pictures of the first lesson are new.',
      lessonId: '019a8b5e-7c1d-7000-8000-0000000000e1',
      publishedAt: '2026-11-02T08:00:00.000Z',
    },
  ],
} as const
