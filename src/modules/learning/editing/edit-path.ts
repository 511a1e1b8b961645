import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { OWN_PREFIX } from '../../questions/editing/question-draft.ts'
import type { PathId } from '../catalogue/catalogue.ts'
import { errors } from '../errors.ts'
import { givenFields } from './catalogue-edit.ts'
import type { EditedPath, PathDraft, PathPatch } from './content-draft.ts'
import { getEditedPath } from './list-content.ts'
import {
  insertPath,
  listKnownCourseIds,
  replaceCoursesOfPath,
  updatePathArchived,
  updatePathRow,
} from './queries.ts'

interface Edit {
  before: EditedPath
  after: EditedPath
}

/** Makes a path of courses from here or from packs, which nobody sees before it is published. */
export async function createPath(
  tx: Tx,
  { draft, now }: { draft: PathDraft; now: Date },
): Promise<EditedPath> {
  await checkCourses(tx, draft.courseIds)
  const id = newId<'LearningPath'>()
  await insertPath(tx, OWN_PREFIX + id, { ...draft, id }, now)
  await replaceCoursesOfPath(tx, id, draft.courseIds)
  return getEditedPath(tx, id)
}

/** Changes a path that was made here. */
export async function updatePath(
  tx: Tx,
  { pathId, patch }: { pathId: PathId; patch: PathPatch },
): Promise<Edit> {
  const before = await getOwnPath(tx, pathId)
  if (patch.courseIds) {
    await checkCourses(tx, patch.courseIds)
    await replaceCoursesOfPath(tx, pathId, patch.courseIds)
  }
  const after = { ...before, ...givenFields(patch) }
  await updatePathRow(tx, after)
  return { before, after }
}

/** Shows a path to learners. It needs a course to show. */
export async function publishPath(tx: Tx, pathId: PathId): Promise<Edit> {
  const before = await getOwnPath(tx, pathId)
  const courses = await listKnownCourseIds(tx, before.courseIds)
  if (!courses.some(({ isPublished }) => isPublished)) throw errors.path_has_no_courses()
  if (before.status !== 'PUBLISHED') await updatePathArchived(tx, pathId, null)
  return { before, after: { ...before, status: 'PUBLISHED' } }
}

export async function archivePath(tx: Tx, { pathId, now }: { pathId: PathId; now: Date }): Promise<Edit> {
  const before = await getOwnPath(tx, pathId)
  if (before.status !== 'ARCHIVED') await updatePathArchived(tx, pathId, now)
  return { before, after: { ...before, status: 'ARCHIVED' } }
}

async function checkCourses(tx: Tx, courseIds: string[]): Promise<void> {
  const known = await listKnownCourseIds(tx, courseIds)
  if (known.length < courseIds.length) throw errors.unknown_course()
}

async function getOwnPath(tx: Tx, pathId: PathId): Promise<EditedPath> {
  const path = await getEditedPath(tx, pathId)
  if (path.origin === 'PACK') throw errors.owned_by_pack()
  return path
}
