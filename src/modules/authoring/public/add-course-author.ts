import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'

/** Records that the user wrote a part of the course. The course pays its authors nothing. */
export async function addCourseAuthor(tx: Tx, courseId: CourseId, userId: UserId): Promise<void> {
  await tx`
    update course set author_ids = array_append(author_ids, ${userId}::uuid)
    where id = ${courseId} and not ${userId}::uuid = any(author_ids)`
}
