import type { Db } from '../../../platform/db/database.ts'
import type { EditedCourse, EditedLesson } from '../../authoring/public/content-draft.ts'
import { snapshotCourse, snapshotLesson, toSortedJson } from '../../content-history/public/snapshot.ts'

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

function digest(content: unknown): string {
  return new Bun.CryptoHasher('sha256').update(toSortedJson(content)).digest('hex')
}
