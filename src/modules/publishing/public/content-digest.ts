import type { Db } from '../../../platform/db/database.ts'
import type { EditedCourse, EditedLesson } from '../../authoring/public/content-draft.ts'
import { snapshotCourse, snapshotLesson } from '../../content-history/public/snapshot.ts'

/**
 * Identifies what would be published. The version of a lesson is not enough, because an edit of one of its questions does not
 * change it.
 */
export function digestCourse(course: EditedCourse): string {
  return digest({ status: course.status, ...snapshotCourse(course) })
}

export async function digestLesson(db: Db, lesson: EditedLesson): Promise<string> {
  return digest({ status: lesson.status, ...(await snapshotLesson(db, lesson)) })
}

/** Fields are sorted, because a database returns those of JSON in an order of its own. */
function digest(content: unknown): string {
  const sorted = JSON.stringify(content, (_, value) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )
  return new Bun.CryptoHasher('sha256').update(sorted).digest('hex')
}
