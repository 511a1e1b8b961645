import type { Db } from '../../../platform/db/database.ts'
import { errors } from '../errors.ts'
import { findLessonDraft, type LessonDraft } from '../queries.ts'
import type { LessonId } from './catalog.ts'
import { isValidPreviewToken, lessonOfPreviewToken } from './preview-link.ts'

/** Returns a lesson in any status with its unpublished changes. The caller checks who may see it. */
export async function getLessonDraft(db: Db, lessonId: LessonId): Promise<LessonDraft> {
  const lesson = await findLessonDraft(db, lessonId)
  if (!lesson) throw errors.lesson_not_found()
  return lesson
}

/** Returns the lesson of a preview link that is still valid. */
export async function getSharedLessonDraft(db: Db, token: string, now: Date): Promise<LessonDraft> {
  const lessonId = lessonOfPreviewToken(token)
  const lesson = lessonId && (await findLessonDraft(db, lessonId))
  const nonce = lesson?.previewNonce
  if (!lesson || !nonce || !isValidPreviewToken(token, { nonce, now })) throw errors.preview_not_found()
  return lesson
}
