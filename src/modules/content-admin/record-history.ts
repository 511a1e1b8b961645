import type { Tx } from '../../platform/transaction/tx.ts'
import type {
  EditedCourse,
  EditedLesson,
  EditedPath,
  EditedProject,
} from '../authoring/public/content-draft.ts'
import { recordRevision } from '../content-history/public/record-revision.ts'
import {
  snapshotCourse,
  snapshotLesson,
  snapshotPath,
  snapshotProject,
} from '../content-history/public/snapshot.ts'
import type { RecordedEdit } from './content-endpoints.ts'

/** Writes an edit of a course to its history, unless nothing happened. */
export async function recordCourse(
  tx: Tx,
  { before, after, ...edit }: RecordedEdit<EditedCourse>,
): Promise<void> {
  if (before?.version === after.version) return
  await recordRevision(tx, {
    kind: 'COURSE',
    subjectId: after.id,
    version: after.version,
    snapshot: snapshotCourse(after),
    before: before && { version: before.version, snapshot: snapshotCourse(before) },
    ...edit,
  })
}

/** The same for a lesson. */
export async function recordLesson(
  tx: Tx,
  { before, after, ...edit }: RecordedEdit<EditedLesson>,
): Promise<void> {
  if (before?.version === after.version) return
  await recordRevision(tx, {
    kind: 'LESSON',
    subjectId: after.id,
    version: after.version,
    snapshot: await snapshotLesson(tx, after),
    before: before && { version: before.version, snapshot: await snapshotLesson(tx, before) },
    ...edit,
  })
}

/** The same for a learning path. */
export async function recordPath(
  tx: Tx,
  { before, after, ...edit }: RecordedEdit<EditedPath>,
): Promise<void> {
  if (before?.version === after.version) return
  await recordRevision(tx, {
    kind: 'PATH',
    subjectId: after.id,
    version: after.version,
    snapshot: snapshotPath(after),
    before: before && { version: before.version, snapshot: snapshotPath(before) },
    ...edit,
  })
}

/** The same for a project. */
export async function recordProject(
  tx: Tx,
  { before, after, ...edit }: RecordedEdit<EditedProject>,
): Promise<void> {
  if (before?.version === after.version) return
  await recordRevision(tx, {
    kind: 'PROJECT',
    subjectId: after.courseId,
    version: after.version,
    snapshot: snapshotProject(after),
    before: before && { version: before.version, snapshot: snapshotProject(before) },
    ...edit,
  })
}
