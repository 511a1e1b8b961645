import type { Tx } from '../../platform/transaction/tx.ts'
import type {
  EditedCourse,
  EditedLesson,
  EditedPath,
  EditedProject,
} from '../authoring/public/content-draft.ts'
import { recordRevision } from '../content-history/public/record-revision.ts'
import type { RevisionSubject } from '../content-history/public/revision.ts'
import {
  type Snapshot,
  snapshotCourse,
  snapshotLesson,
  snapshotPath,
  snapshotProject,
  snapshotTest,
} from '../content-history/public/snapshot.ts'
import type { EditedCourseTest } from '../test-pools/public/course-test.ts'
import type { RecordedEdit } from './content-endpoints.ts'

/** Returns the function that writes an edit to the history of its content, unless nothing happened. */
function recorderOf<Content extends { id: string; version: number }>(
  kind: RevisionSubject['kind'],
  snapshot: (tx: Tx, content: Content) => Snapshot | Promise<Snapshot>,
) {
  return async (tx: Tx, { before, after, ...edit }: RecordedEdit<Content>): Promise<void> => {
    if (before?.version === after.version) return
    await recordRevision(tx, {
      kind,
      subjectId: after.id,
      version: after.version,
      snapshot: await snapshot(tx, after),
      before: before && { version: before.version, snapshot: await snapshot(tx, before) },
      ...edit,
    })
  }
}

export const recordCourse = recorderOf<EditedCourse>('COURSE', (_, course) => snapshotCourse(course))
export const recordLesson = recorderOf<EditedLesson>('LESSON', snapshotLesson)
export const recordPath = recorderOf<EditedPath>('PATH', (_, path) => snapshotPath(path))
export const recordProject = recorderOf<EditedProject>('PROJECT', (_, project) => snapshotProject(project))
export const recordTest = recorderOf<EditedCourseTest>('TEST', (_, test) => snapshotTest(test))
