import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'

export async function isEnrolled(db: Db, userId: UserId, courseId: string): Promise<boolean> {
  const rows = await db`select from enrollment where user_id = ${userId} and course_id = ${courseId}`
  return rows.length > 0
}
