import type { UserId } from '../../../platform/ids.ts'
import { batchedRead } from '../../../platform/transaction/shared-statements.ts'
import type { CourseId } from '../../catalog/public/catalog.ts'

export const listCompletedCourseIds = batchedRead(async (db, userIds: UserId[]): Promise<CourseId[][]> => {
  const rows = await db<{ number: bigint; courseId: CourseId }>`
    select number, course_id as "courseId"
    from unnest(${userIds}::uuid[]) with ordinality as wanted (wanted_id, number)
    join enrollment on user_id = wanted_id and completed_at is not null`
  const byNumber = Map.groupBy(rows, ({ number }) => Number(number))
  return userIds.map((_, index) => byNumber.get(index + 1)?.map(({ courseId }) => courseId) ?? [])
})
