import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { errors } from '../errors.ts'

/**
 * The user who reads or edits content. An editor sees published content, and everything of own courses: those that the
 * editor owns or is a co-author of. An ADMIN sees and edits everything.
 */
export interface Editor extends Pick<Caller, 'userId' | 'role'> {
  /** The version of the content that the editor has read: an edit of another version is refused. */
  version?: number | undefined
}

/** The values that the statements compare. */
export function accessOf({ userId, role }: Editor): { userId: UserId; seesAll: boolean } {
  return { userId, seesAll: role === 'ADMIN' }
}

/** Returns content that the editor may change; throws for content of packs, of other authors, and of another version. */
export function requireEditable<
  Content extends { origin: 'PACK' | 'ADMIN'; canEdit: boolean; version: number },
>(content: Content, { version: expected }: Editor): Content {
  if (content.origin === 'PACK') throw errors.owned_by_pack()
  if (!content.canEdit) throw errors.not_an_author()
  const { version: current } = content
  if (expected !== undefined && expected !== current)
    throw errors.version_changed({ extra: { expected, current, resource: content } })
  return content
}

/** Returns a course to its authors and to an ADMIN. A course of a pack has no authors. */
export function requireAuthor<Content extends { canEdit: boolean }>(
  content: Content,
  { role }: Pick<Editor, 'role'>,
): Content {
  if (!content.canEdit && role !== 'ADMIN') throw errors.not_an_author()
  return content
}

/**
 * Which questions an editor may change: those in lessons, tests and practice of own courses (`inOwnCourses`), and those that
 * the editor wrote unless they belong to another course (`elsewhere`). Others see only questions of packs, without those of
 * tests: a question is shown with its solution.
 */
export interface QuestionAccess {
  userId: UserId
  seesAll: boolean
  inOwnCourses: QuestionId[]
  elsewhere: QuestionId[]
}

/** Reads the lessons and tests, or those that contain one question. An ADMIN needs none of them. */
export async function getQuestionAccess(
  db: Db,
  editor: Editor,
  questionId: QuestionId | null,
): Promise<QuestionAccess> {
  const { userId, seesAll } = accessOf(editor)
  if (seesAll) return { userId, seesAll, inOwnCourses: [], elsewhere: [] }
  const [row] = await db<Pick<QuestionAccess, 'inOwnCourses' | 'elsewhere'>>`
    select coalesce(jsonb_agg(question_id) filter (where is_author), '[]') as "inOwnCourses",
      coalesce(jsonb_agg(question_id) filter (where not is_author), '[]') as elsewhere
    from (
      select question_id, is_author from lesson join course on course.id = course_id,
        coalesce(owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids), false) as is_author,
        jsonb_path_query(all_slides(lesson), '$[*].questionId') as question_id
      where course.key ^@ 'admin:' and (${questionId}::text is null or question_id #>> '{}' = ${questionId}::text)
      union all
      select to_jsonb(question.id), is_author from question join lesson on lesson.id = practice_lesson_id
        join course on course.id = course_id,
        coalesce(course.owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids), false) as is_author
      where course.key ^@ 'admin:' and (${questionId}::uuid is null or question.id = ${questionId}::uuid)
      union all
      select to_jsonb(question.id), is_author from question join course on course.key = course_key,
        coalesce(course.owner_id = ${userId}::uuid or ${userId}::uuid = any(co_author_ids), false) as is_author
      where use = 'TEST' and (is_author or question.owner_id = ${userId}::uuid)
        and (${questionId}::uuid is null or question.id = ${questionId}::uuid)) as used`
  return { userId, seesAll, ...row! }
}

/**
 * Returns who may have read questions with their answers: their owners, and all who are or were authors of courses that use
 * them.
 */
export async function listQuestionReaders(db: Db, questionIds: QuestionId[]): Promise<UserId[]> {
  const rows = await db<{ userId: UserId }>`
    select owner_id as "userId" from question where id = any(${questionIds}::uuid[]) and owner_id is not null
    union
    select author_id from lesson join course on course.id = course_id,
      unnest(author_ids || co_author_ids || owner_id) as author_id
    where questions_of(all_slides(lesson)) && ${questionIds}::uuid[] and author_id is not null`
  return rows.map(({ userId }) => userId)
}
