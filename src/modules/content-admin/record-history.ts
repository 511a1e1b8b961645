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

interface Recorded<Content> {
  kind: RevisionSubject['kind']
  idOf: (content: Content) => string
  snapshot: (tx: Tx, content: Content) => Snapshot | Promise<Snapshot>
}

/** Returns the function that writes an edit to the history of its content, unless nothing happened. */
function recorderOf<Content extends { version: number }>({ kind, idOf, snapshot }: Recorded<Content>) {
  return async (tx: Tx, { before, after, ...edit }: RecordedEdit<Content>): Promise<void> => {
    if (before?.version === after.version) return
    await recordRevision(tx, {
      kind,
      subjectId: idOf(after),
      version: after.version,
      snapshot: await snapshot(tx, after),
      before: before && { version: before.version, snapshot: await snapshot(tx, before) },
      ...edit,
    })
  }
}

export const recordCourse = recorderOf<EditedCourse>({
  kind: 'COURSE',
  idOf: ({ id }) => id,
  snapshot: (_, course) => snapshotCourse(course),
})

export const recordLesson = recorderOf<EditedLesson>({
  kind: 'LESSON',
  idOf: ({ id }) => id,
  snapshot: snapshotLesson,
})

export const recordPath = recorderOf<EditedPath>({
  kind: 'PATH',
  idOf: ({ id }) => id,
  snapshot: (_, path) => snapshotPath(path),
})

export const recordProject = recorderOf<EditedProject>({
  kind: 'PROJECT',
  idOf: ({ courseId }) => courseId,
  snapshot: (_, project) => snapshotProject(project),
})

export const recordTest = recorderOf<EditedCourseTest>({
  kind: 'TEST',
  idOf: ({ id }) => id,
  snapshot: (_, test) => snapshotTest(test),
})
