import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { LessonId } from '../../catalog/public/catalog.ts'

export async function listCompletedLessonIds(db: Db, userId: UserId): Promise<LessonId[]> {
  const rows = await db<{ id: LessonId }>`
    select lesson_id as id from lesson_completion where user_id = ${userId}`
  return rows.map(({ id }) => id)
}
