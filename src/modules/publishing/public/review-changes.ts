import type { Db } from '../../../platform/db/database.ts'
import type { Editor } from '../../authoring/public/editor.ts'
import { getEditedCourse, getEditedLesson } from '../../authoring/public/list-content.ts'
import type { CourseId, LessonId } from '../../catalog/public/catalog.ts'
import { diffSnapshots, type SnapshotDifference } from '../../content-history/public/diff-snapshots.ts'
import {
  type Snapshot,
  snapshotCourse,
  snapshotLesson,
  snapshotPublishedLesson,
} from '../../content-history/public/snapshot.ts'
import { getOpenReview, isAsSubmitted } from './review-content.ts'
import type { ReviewItem, ReviewRequestId } from './review-request.ts'

export interface PartChange extends SnapshotDifference {
  kind: 'COURSE' | 'LESSON'
  id: string
  title: string
  /** Learners have never seen it. */
  isNew: boolean
}

export interface ReviewChanges {
  isOutdated: boolean
  parts: PartChange[]
}

/** Compares what an approval would publish with what learners see now. `reviewer` sees all content. */
export async function getReviewChanges(
  db: Db,
  id: ReviewRequestId,
  reviewer: Editor,
): Promise<ReviewChanges> {
  const { items } = await getOpenReview(db, id)
  const parts: PartChange[] = []
  let isOutdated = false
  for (const item of items) {
    parts.push(await comparePart(db, item, reviewer))
    if (!(await isAsSubmitted(db, item, reviewer))) isOutdated = true
  }
  return { isOutdated, parts }
}

async function comparePart(db: Db, { kind, id }: ReviewItem, reviewer: Editor): Promise<PartChange> {
  if (kind === 'COURSE') {
    const courseId = id as CourseId
    const course = await getEditedCourse(db, courseId, reviewer)
    const published = await getEditedCourse(db, courseId, reviewer, 'PUBLISHED')
    return compare({ kind, ...course }, snapshotCourse(published), snapshotCourse(course))
  }
  const lessonId = id as LessonId
  const lesson = await getEditedLesson(db, lessonId, reviewer)
  const published = await getEditedLesson(db, lessonId, reviewer, 'PUBLISHED')
  return compare(
    { kind, ...lesson },
    lesson.status === 'DRAFT' ? {} : await snapshotPublishedLesson(db, published),
    await snapshotLesson(db, lesson),
  )
}

interface Part extends Pick<PartChange, 'kind' | 'id' | 'title'> {
  status: string
}

/** Everything of new content is a change. */
function compare({ kind, id, title, status }: Part, published: Snapshot, current: Snapshot): PartChange {
  const isNew = status === 'DRAFT'
  return { kind, id, title, isNew, ...diffSnapshots(isNew ? {} : published, current) }
}
