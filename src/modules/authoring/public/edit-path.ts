import { definedFields } from '../../../platform/defined-fields.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { PathId } from '../../catalog/public/catalog.ts'
import { errors } from '../errors.ts'
import {
  insertPath,
  isRepeatedPath,
  listKnownCourseIds,
  replaceCoursesOfPath,
  updatePathArchived,
  updatePathRow,
} from '../queries.ts'
import type { EditedPath, PathDraft, PathPatch } from './content-draft.ts'
import { requireCategory } from './edit-course.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedPath } from './list-content.ts'
import { AUTHORED_KEY_PREFIX, type Edit } from './question-draft.ts'

/** Creates a draft of a path. Its courses may be authored or from packs. */
export async function createPath(
  tx: Tx,
  { draft, editor, now }: { draft: PathDraft; editor: Editor; now: Date },
): Promise<EditedPath> {
  await requireCategory(tx, draft.category)
  await requireKnownCourses(tx, draft.courseIds, editor)
  const id = newId<'LearningPath'>()
  await insertPath(tx, AUTHORED_KEY_PREFIX + id, { ...draft, id, ownerId: editor.userId }, now)
  await replaceCoursesOfPath(tx, id, draft.courseIds)
  return getEditedPath(tx, id, editor)
}

/** Changes an authored path. */
export async function updatePath(
  tx: Tx,
  { pathId, patch, editor }: { pathId: PathId; patch: PathPatch; editor: Editor },
): Promise<Edit<EditedPath>> {
  const before = await getEditablePath(tx, pathId, editor)
  await requireCategory(tx, patch.category)
  if (patch.courseIds) {
    const added = patch.courseIds.filter((id) => !before.courseIds.includes(id))
    await requireKnownCourses(tx, added, editor)
    if (before.status === 'PUBLISHED') await refuseRepeatedPath(tx, pathId, patch.courseIds)
    await replaceCoursesOfPath(tx, pathId, patch.courseIds)
  }
  await updatePathRow(tx, { ...before, ...definedFields(patch) })
  return { before, after: await getEditedPath(tx, pathId, editor) }
}

/** Publishes a path. It needs a published course, and no other published path may have the same courses. */
export async function publishPath(
  tx: Tx,
  { pathId, editor }: { pathId: PathId; editor: Editor },
): Promise<Edit<EditedPath>> {
  const before = await getEditablePath(tx, pathId, editor)
  const courses = await listKnownCourseIds(tx, before.courseIds, editor)
  if (!courses.some(({ isPublished }) => isPublished)) throw errors.path_has_no_courses()
  if (before.status !== 'PUBLISHED') {
    await refuseRepeatedPath(tx, pathId, before.courseIds)
    await updatePathArchived(tx, pathId, null)
  }
  return { before, after: await getEditedPath(tx, pathId, editor) }
}

export async function archivePath(
  tx: Tx,
  { pathId, editor, now }: { pathId: PathId; editor: Editor; now: Date },
): Promise<Edit<EditedPath>> {
  const before = await getEditablePath(tx, pathId, editor)
  if (before.status !== 'ARCHIVED') await updatePathArchived(tx, pathId, now)
  return { before, after: await getEditedPath(tx, pathId, editor) }
}

/** A draft of another author is not known. */
async function requireKnownCourses(tx: Tx, courseIds: string[], editor: Editor): Promise<void> {
  const known = await listKnownCourseIds(tx, courseIds, editor)
  if (known.length < courseIds.length) throw errors.unknown_course()
}

/** Edits of the catalog run one after another, so two paths cannot pass this check at the same time. */
async function refuseRepeatedPath(tx: Tx, pathId: PathId, courseIds: string[]): Promise<void> {
  if (await isRepeatedPath(tx, pathId, courseIds)) throw errors.path_repeats_another()
}

async function getEditablePath(tx: Tx, pathId: PathId, editor: Editor): Promise<EditedPath> {
  return requireEditable(await getEditedPath(tx, pathId, editor), editor)
}
