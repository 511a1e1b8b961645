import type { Db } from '../../../platform/db/database.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { deleteMediaFilesJob } from '../jobs.ts'
import {
  countMedia,
  getUsedBytes,
  listMedia,
  lockMedium,
  shareLockMedium,
  updateAlt,
  updateDeleted,
} from '../queries.ts'
import type { Medium, MediumId, MediumKind } from './medium.ts'
import type { MediumUse } from './medium-use.ts'

interface LibraryRequest {
  ownerId: UserId
  kind: MediumKind | undefined
  search: string | undefined
  after: { createdAt: Date; id: string } | undefined
  /** One more than the page has. */
  limit: number
  offset: number
}

export async function readLibrary(
  db: Db,
  { ownerId, kind, search, ...page }: LibraryRequest,
): Promise<{ media: Medium[]; total: number; usedBytes: number }> {
  const pattern = search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : undefined
  const [media, total, usedBytes] = await Promise.all([
    listMedia(db, { ownerId, kind, pattern, ...page }),
    countMedia(db, { ownerId, kind: kind ?? null, pattern: pattern ?? null }),
    getUsedBytes(db, ownerId),
  ])
  return { media, total, usedBytes: Number(usedBytes) }
}

type Reader = Pick<Caller, 'userId' | 'role'>

/** Returns a medium of the caller; for an ADMIN of anybody. A medium of another author is not found. */
export async function getMedium(db: Db, caller: Reader, id: MediumId): Promise<Medium> {
  const [medium] = await listMedia(db, { id, limit: 1 })
  if (!medium || (medium.ownerId !== caller.userId && caller.role !== 'ADMIN'))
    throw errors.medium_not_found()
  return medium
}

export function getMediumUses(db: Db, id: MediumId): Promise<MediumUse[]> {
  return db<MediumUse>`
    select kind, subject_id as id, course_id as "courseId", nullif(slide, 0) as slide from medium_use
    where medium_id = ${id} order by kind, course_id, subject_id, slide`
}

/** Returns a picture of the caller and keeps it from being deleted until commit. */
export async function sharePicture(tx: Tx, caller: Reader, id: MediumId): Promise<Medium> {
  await shareLockMedium(tx, id)
  const medium = await getMedium(tx, caller, id)
  if (medium.kind !== 'PICTURE') throw errors.not_a_picture()
  return medium
}

/** Changes what a picture is said to show; null makes it decoration. */
export async function changeAlt(
  tx: Tx,
  caller: Reader,
  { id, alt, now }: { id: MediumId; alt: string | null; now: Date },
): Promise<{ before: Medium; after: Medium }> {
  await lockMedium(tx, id)
  const before = await getMedium(tx, caller, id)
  if (before.kind !== 'PICTURE') throw errors.not_a_picture()
  if (before.alt === alt) return { before, after: before }
  await updateAlt(tx, id, alt, now)
  return { before, after: await getMedium(tx, caller, id) }
}

/** Deletes a medium that nothing uses. A job deletes its files. */
export async function deleteMedium(tx: Tx, caller: Reader, id: MediumId): Promise<Medium> {
  // Content that begins to use the medium waits for this lock, and then finds that it is gone.
  await lockMedium(tx, id)
  const medium = await getMedium(tx, caller, id)
  const usedBy = await getMediumUses(tx, id)
  if (usedBy.length > 0) throw errors.medium_in_use({ extra: { usedBy } })
  await updateDeleted(tx, id)
  tx.enqueue(deleteMediaFilesJob, { mediumIds: [id] })
  return medium
}
