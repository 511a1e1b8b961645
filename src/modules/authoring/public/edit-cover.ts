import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { CourseId, PathId } from '../../catalog/public/catalog.ts'
import type { Cover } from '../../catalog/public/cover.ts'
import { sharePicture } from '../../media/public/library.ts'
import type { MediumId } from '../../media/public/medium.ts'
import { type Editor, requireEditable } from './editor.ts'
import { getEditedCourse, getEditedPath } from './list-content.ts'
import type { Edit } from './question-draft.ts'

export interface CoveredContent {
  kind: 'course' | 'learning_path'
  id: string
}

export interface ChosenCover {
  mediumId: MediumId | null
  cover: Cover | null
}

export async function getCover(db: Db, content: CoveredContent, editor: Editor): Promise<ChosenCover> {
  await getContent(db, content, editor)
  return readCover(db, content)
}

/** Chooses a picture of the caller's library as the cover of an authored course or learning path, or none. */
export async function chooseCover(
  tx: Tx,
  content: CoveredContent,
  { mediumId, editor }: { mediumId: MediumId | null; editor: Editor },
): Promise<Edit<ChosenCover>> {
  requireEditable(await getContent(tx, content, editor), editor)
  const before = await readCover(tx, content)
  if (before.mediumId === mediumId) return { before, after: before }
  if (mediumId) await sharePicture(tx, editor, mediumId)
  const { kind, id } = content
  if (kind === 'course') await tx`update course set cover_medium_id = ${mediumId} where id = ${id}`
  else await tx`update learning_path set cover_medium_id = ${mediumId} where id = ${id}`
  return { before, after: await readCover(tx, content) }
}

function getContent(db: Db, { kind, id }: CoveredContent, editor: Editor) {
  return kind === 'course'
    ? getEditedCourse(db, id as CourseId, editor)
    : getEditedPath(db, id as PathId, editor)
}

async function readCover(db: Db, { kind, id }: CoveredContent): Promise<ChosenCover> {
  const [row] =
    kind === 'course'
      ? await db<ChosenCover>`
          select cover_medium_id as "mediumId", medium_cover(cover_medium_id) as cover from course where id = ${id}`
      : await db<ChosenCover>`
          select cover_medium_id as "mediumId", medium_cover(cover_medium_id) as cover
          from learning_path where id = ${id}`
  return row!
}
