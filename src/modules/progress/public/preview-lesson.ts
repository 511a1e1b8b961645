import type { z } from 'zod'
import type { Db } from '../../../platform/db/database.ts'
import { readEditedContent } from '../../catalog/public/catalog-cache.ts'
import type { StoredSlide } from '../../catalog/public/slide.ts'
import { newAttempt } from '../lesson-seed.ts'
import { type LessonContentSchema, presentLesson, type ShownLesson } from './lesson-view.ts'

/**
 * Returns a lesson in any status as a learner gets it. It stores nothing: what is not published takes no answers and
 * pays nothing.
 */
export async function previewLesson(
  db: Db,
  lesson: ShownLesson & { courseId: string; slides: StoredSlide[] },
  publicUrl: string,
): Promise<z.output<typeof LessonContentSchema>> {
  const content = await readEditedContent(db, lesson.slides)
  const course = { id: lesson.courseId as Parameters<typeof presentLesson>[0]['id'] }
  return presentLesson(course, lesson, content, false, { publicUrl, attempt: newAttempt() })
}
