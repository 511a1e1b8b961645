import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { CourseId } from '../catalog/public/catalog.ts'

/** Who may edit a course besides administrators. */
export interface CourseTeam {
  ownerId: UserId | null
  coAuthorIds: UserId[]
}

/** The course exists. */
export async function findCourseTeam(db: Db, courseId: CourseId): Promise<CourseTeam> {
  const [row] = await db<CourseTeam>`
    select owner_id as "ownerId", to_jsonb(co_author_ids) as "coAuthorIds" from course where id = ${courseId}`
  return row!
}

export async function updateCourseTeam(
  tx: Tx,
  courseId: CourseId,
  { ownerId, coAuthorIds }: CourseTeam,
): Promise<void> {
  await tx`
    update course set owner_id = ${ownerId}::uuid, co_author_ids = ${coAuthorIds}::uuid[]
    where id = ${courseId}`
}
