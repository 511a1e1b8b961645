import type { Db } from '../../../platform/db/database.ts'
import { z } from '../../../platform/zod.ts'
import { type Editor, requireAuthor } from '../../authoring/public/editor.ts'
import { getEditedCourse } from '../../authoring/public/list-content.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { drawExample } from '../../course-tests/public/draw-example.ts'
import { DIFFICULTIES } from '../../questions/public/question.ts'
import { QUESTION_TYPES } from '../../questions/public/question-content.ts'
import { getCourseTestRow, listPool } from '../queries.ts'

export const ExampleTestSchema = z.array(
  z.object({
    id: z.string(),
    type: z.enum(QUESTION_TYPES),
    prompt: z.string(),
    skill: z.string().nullable(),
    difficulty: z.enum(DIFFICULTIES),
  }),
)

/** Draws a test from the pool with its drafts and changes, for the authors of the course. */
export async function drawExampleTest(
  db: Db,
  courseId: CourseId,
  editor: Editor,
): Promise<z.output<typeof ExampleTestSchema>> {
  requireAuthor(await getEditedCourse(db, courseId, editor), editor)
  const [{ test }, pool] = await Promise.all([getCourseTestRow(db, courseId), listPool(db, courseId)])
  const questions = new Map(pool.map((question) => [question.id, question]))
  return drawExample(pool, test.questionCount).map((id) => questions.get(id)!)
}
