import type { Tx } from '../../platform/transaction/tx.ts'
import type { Account } from '../accounts/public/account.ts'
import type { CourseId } from '../catalog/public/catalog.ts'
import { isCourseAuthor } from '../catalog/public/is-course-author.ts'
import { errors } from './errors.ts'

/**
 * Refuses users who can know the solutions: an ADMIN reads the pools of all courses, and authors wrote theirs. Both are read from
 * the database, because a token and the catalog of a process can be older.
 */
export async function refuseInsiders(
  tx: Tx,
  { id, role }: Pick<Account, 'id' | 'role'>,
  courseId: CourseId,
): Promise<void> {
  if (role === 'ADMIN') throw errors.test_not_for_admins()
  if (await isCourseAuthor(tx, courseId, id)) throw errors.test_of_own_course()
}
