import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId, PathId } from '../../catalog/public/catalog.ts'
import type { Cover } from '../../catalog/public/cover.ts'
import { sharePicture } from '../../media/public/library.ts'
import type { MediumId } from '../../media/public/medium.ts'
import { getEditableCourse } from './edit-course.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedCourse, getEditedPath } from './list-content.ts'
import type { Edit } from './question-draft.ts'

export interface ChosenCover {
  mediumId: MediumId | null
  cover: Cover | null
}

interface ChooseCover<Id> {
  id: Id
  mediumId: MediumId | null
  editor: Editor
}

export async function getCourseCover(db: Db, id: CourseId, editor: Editor): Promise<ChosenCover> {
  await getEditedCourse(db, id, editor)
  return readCourseCover(db, id)
}

export async function getPathCover(db: Db, id: PathId, editor: Editor): Promise<ChosenCover> {
  await getEditedPath(db, id, editor)
  return readPathCover(db, id)
}

/** Chooses a picture of the caller's library as the cover of an authored course, or none. */
export async function chooseCourseCover(
  tx: Tx,
  { id, mediumId, editor }: ChooseCover<CourseId>,
): Promise<Edit<ChosenCover>> {
  await getEditableCourse(tx, id, editor)
  const before = await readCourseCover(tx, id)
  if (before.mediumId === mediumId) return { before, after: before }
  if (mediumId) await sharePicture(tx, editor, mediumId)
  await tx`update course set cover_medium_id = ${mediumId} where id = ${id}`
  return { before, after: await readCourseCover(tx, id) }
}

/** The same for an authored learning path. */
export async function choosePathCover(
  tx: Tx,
  { id, mediumId, editor }: ChooseCover<PathId>,
): Promise<Edit<ChosenCover>> {
  requireEditable(await getEditedPath(tx, id, editor), editor)
  const before = await readPathCover(tx, id)
  if (before.mediumId === mediumId) return { before, after: before }
  if (mediumId) await sharePicture(tx, editor, mediumId)
  await tx`update learning_path set cover_medium_id = ${mediumId} where id = ${id}`
  return { before, after: await readPathCover(tx, id) }
}

async function readCourseCover(db: Db, id: CourseId): Promise<ChosenCover> {
  const [row] = await db<ChosenCover>`
    select cover_medium_id as "mediumId", medium_cover(cover_medium_id) as cover from course where id = ${id}`
  return row!
}

async function readPathCover(db: Db, id: PathId): Promise<ChosenCover> {
  const [row] = await db<ChosenCover>`
    select cover_medium_id as "mediumId", medium_cover(cover_medium_id) as cover from learning_path where id = ${id}`
  return row!
}
