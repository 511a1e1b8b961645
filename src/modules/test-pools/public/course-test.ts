import type { Db } from '../../../platform/db/database.ts'
import { definedFields } from '../../../platform/defined-fields.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { z } from '../../../platform/zod.ts'
import { type Editor, requireAuthor, requireEditable } from '../../authoring/public/editor.ts'
import { getEditedCourse } from '../../authoring/public/list-content.ts'
import {
  CanEditSchema,
  type Edit,
  ORIGINS,
  PUBLICATION_STATUSES,
  VersionSchema,
} from '../../authoring/public/question-draft.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'
import { isLargeEnough, neededPoolSize } from '../../catalog/public/course-test-rules.ts'
import { timeLimitSeconds } from '../../course-tests/public/draw-example.ts'
import { errors } from '../errors.ts'
import { getCourseTestRow, updateTestRules } from '../queries.ts'

const RuleFields = {
  questionCount: z.int().min(1).max(50).openapi({ description: 'How many questions a test asks' }),
  passPercent: z.int().min(1).max(100).openapi({ description: 'The pass mark of attempts that start later' }),
  isRequiredForCertificate: z.boolean(),
}

export const CourseTestPatchSchema = z.object(RuleFields).partial().openapi('CourseTestPatch')
export type CourseTestPatch = z.output<typeof CourseTestPatchSchema>

export const EditedCourseTestSchema = z
  .object({
    id: z.string().openapi({ description: 'The id of the course' }),
    courseTitle: z.string(),
    courseStatus: z.enum(PUBLICATION_STATUSES),
    origin: z.enum(ORIGINS),
    canEdit: CanEditSchema,
    version: VersionSchema,
    ...RuleFields,
    timeLimitSeconds: z.int(),
    pauseHours: z.number().openapi({ description: 'The pause after an attempt. The installation sets it.' }),
    poolSize: z.int().openapi({ description: 'The published questions of the test' }),
    neededPoolSize: z.int().openapi({ description: 'With fewer questions the course has no test' }),
    draftCount: z.int().openapi({ description: 'The questions that are not published yet' }),
    changedCount: z.int().openapi({ description: 'The published questions with unpublished changes' }),
  })
  .openapi('EditedCourseTest')
export type EditedCourseTest = z.output<typeof EditedCourseTestSchema>

interface CourseTestRequest {
  courseId: CourseId
  editor: Editor
  /** The pause between attempts. */
  pauseHours: number
}

/** The test of a course for its authors and for an ADMIN. */
export async function getEditedTest(
  db: Db,
  { courseId, editor, pauseHours }: CourseTestRequest,
): Promise<EditedCourseTest> {
  const course = requireAuthor(await getEditedCourse(db, courseId, editor), editor)
  const { test, ...pool } = await getCourseTestRow(db, courseId)
  return {
    id: courseId,
    courseTitle: course.title,
    courseStatus: course.status,
    origin: course.origin,
    canEdit: course.canEdit,
    ...test,
    ...pool,
    timeLimitSeconds: timeLimitSeconds(test.questionCount),
    pauseHours,
    neededPoolSize: neededPoolSize(test.questionCount),
  }
}

/** Returns the test of a course that the editor may change. */
export async function getEditableTest(tx: Tx, request: CourseTestRequest): Promise<EditedCourseTest> {
  return requireEditable(await getEditedTest(tx, request), request.editor)
}

/** Changes the rules of a test at once. Attempts that started before keep theirs. */
export async function updateTest(
  tx: Tx,
  { patch, now, ...request }: CourseTestRequest & { patch: CourseTestPatch; now: Date },
): Promise<Edit<EditedCourseTest>> {
  const before = await getEditableTest(tx, request)
  const { questionCount, passPercent, isRequiredForCertificate } = { ...before, ...definedFields(patch) }
  if (isRequiredForCertificate && !isLargeEnough(before.poolSize, questionCount))
    throw errors.pool_too_small()
  const test = { questionCount, passPercent, isRequiredForCertificate }
  await updateTestRules(tx, request.courseId, { test, now })
  return { before, after: await getEditedTest(tx, request) }
}
