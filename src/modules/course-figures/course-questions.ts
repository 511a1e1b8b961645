import type { Db } from '../../platform/db/database.ts'
import type { EditedLesson } from '../authoring/public/content-draft.ts'
import type { LessonId } from '../catalog/public/catalog.ts'
import { listTestQuestions } from '../questions/public/list-test-questions.ts'
import type { QuestionId } from '../questions/public/question.ts'

/** A question of a lesson; without a lesson one of the course test. */
export interface CourseQuestion {
  questionId: QuestionId
  lessonId: LessonId | null
  lessonTitle: string | null
}

/** The questions of a lesson in the order of its slides. */
export function questionIdsOf({ slides }: Pick<EditedLesson, 'slides'>): QuestionId[] {
  return slides.flatMap((slide) => (slide.type === 'QUIZ' ? [slide.questionId as QuestionId] : []))
}

/** The questions of all lessons in their order, then those of the course test; each once. A draft has no key and no test. */
export async function listCourseQuestions(
  db: Db,
  lessons: EditedLesson[],
  courseKey: string | undefined,
): Promise<CourseQuestion[]> {
  const found = new Map<QuestionId, CourseQuestion>()
  for (const lesson of lessons)
    for (const questionId of questionIdsOf(lesson))
      if (!found.has(questionId))
        found.set(questionId, { questionId, lessonId: lesson.id, lessonTitle: lesson.title })
  const tested = courseKey === undefined ? [] : await listTestQuestions(db, courseKey)
  for (const { id: questionId } of tested)
    found.set(questionId, { questionId, lessonId: null, lessonTitle: null })
  return [...found.values()]
}
