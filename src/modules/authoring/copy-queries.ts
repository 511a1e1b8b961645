import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import type { QuestionId } from '../questions/public/question.ts'

/** The id of a question and of its copy. */
export interface CopiedQuestion {
  from: QuestionId
  to: QuestionId
}

interface Copies {
  ownerId: UserId
  /** Questions of a test become those of the test of this course. */
  courseKey: string | null
  /** Makes drafts of the test of other questions. */
  draftSince?: Date
}

/** Copies questions with their solutions. */
export async function copyQuestions(
  tx: Tx,
  questions: CopiedQuestion[],
  { ownerId, courseKey, draftSince }: Copies,
): Promise<void> {
  await tx`
    insert into question (id, key, topic_id, use, course_key, difficulty, type, prompt, options, correct_index, content,
      explanation, hint, option_feedback, skill, html, archived_at, is_draft, owner_id, tags, fingerprint)
    select input."to", 'admin:' || input."to", shown."topicId",
      case when ${draftSince ?? null}::timestamptz is null then use else 'TEST' end, ${courseKey}::text, shown.difficulty, type, shown.prompt,
      shown.options, shown."correctIndex", nullif(shown.content, 'null'), shown.explanation, shown.hint,
      shown."optionFeedback", shown.skill, shown.html, coalesce(${draftSince ?? null}::timestamptz, archived_at),
      is_draft or ${draftSince ?? null}::timestamptz is not null, ${ownerId}::uuid, tags, shown.fingerprint
    from question join jsonb_to_recordset(${questions}::jsonb) as input ("from" uuid, "to" uuid) on id = input."from",
      jsonb_to_record(coalesce(edited, question_fields(question))) as shown ("topicId" uuid, difficulty text, prompt text,
      options text[], "correctIndex" integer, content jsonb, explanation text, hint text, "optionFeedback" text[], skill text,
      html jsonb, fingerprint text)`
}

/** The questions from which the test of a course draws. */
export async function listTestPool(db: Db, courseId: CourseId): Promise<QuestionId[]> {
  const rows = await db<{ id: QuestionId }>`
    select question.id from question join course on course_key = course.key
    where course.id = ${courseId} and question.use = 'TEST' and question.archived_at is null
    order by question.id`
  return rows.map(({ id }) => id)
}

/** Copies what authors cannot edit, and the project as a draft. */
export async function copyCourseDetails(
  tx: Tx,
  { from, to }: { from: CourseId; to: CourseId },
): Promise<void> {
  await tx`
    update course set cover_key = source.cover_key, test = source.test,
      project_draft = coalesce(source.project, source.project_draft)
    from course as source where course.id = ${to} and source.id = ${from}`
}
