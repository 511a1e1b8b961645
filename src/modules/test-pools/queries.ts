import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import type { CourseTestRules } from '../catalog/public/course-test-rules.ts'
import type { TestQuestion } from '../questions/public/list-test-questions.ts'
import type { QuestionType } from '../questions/public/question-content.ts'

export interface CourseTestRow {
  test: CourseTestRules
  version: number
  poolSize: number
  draftCount: number
  changedCount: number
}

/** The rules of the test of a course, and the states of its questions. The course exists. */
export async function getCourseTestRow(db: Db, id: CourseId): Promise<CourseTestRow> {
  const [row] = await db<CourseTestRow>`
    select test, test_version as version, pool.* from course cross join lateral (
      select (count(*) filter (where question.archived_at is null))::integer as "poolSize",
        (count(*) filter (where question.is_draft))::integer as "draftCount",
        (count(*) filter (where question.archived_at is null and question.edited is not null))::integer as "changedCount"
      from question where use = 'TEST' and course_key = course.key) as pool
    where course.id = ${id}`
  return row!
}

export async function updateTestRules(
  tx: Tx,
  id: CourseId,
  { test, now }: { test: CourseTestRules; now: Date },
): Promise<void> {
  await tx`
    update course set test = ${test}::jsonb, test_version = test_version + 1, updated_at = ${now} where id = ${id}`
}

export interface PoolQuestion extends TestQuestion {
  type: QuestionType
  prompt: string
}

/** The questions that the test asks after the next publication: the published ones with their changes, and the drafts. */
export function listPool(db: Db, id: CourseId): Promise<PoolQuestion[]> {
  return db<PoolQuestion>`
    select question.id, type, shown.prompt, shown.skill, shown.difficulty
    from question join course on course.key = course_key,
      jsonb_to_record(coalesce(question.edited, question_fields(question))) as shown (prompt text, skill text,
        difficulty text)
    where course.id = ${id} and use = 'TEST' and (question.archived_at is null or question.is_draft)
    order by question.key`
}
