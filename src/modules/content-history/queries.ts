import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { Revision, RevisionSubject } from './public/revision.ts'
import type { Snapshot } from './public/snapshot.ts'

export type StoredRevision = Revision & { snapshot: Snapshot }

export async function insertRevision(
  tx: Tx,
  { kind, subjectId }: RevisionSubject,
  revision: { version: number; act: Revision['act']; authorId: UserId | null; snapshot: Snapshot; now: Date },
): Promise<void> {
  const { version, act, authorId, snapshot, now } = revision
  await tx`
    insert into content_revision (kind, subject_id, version, act, author_id, created_at, updated_at, snapshot)
    values (${kind}, ${subjectId}, ${version}, ${act}, ${authorId}, ${now}, ${now}, ${snapshot}::jsonb)`
}

/** Puts a further edit into the place of an earlier one. */
export async function replaceRevision(
  tx: Tx,
  { kind, subjectId }: RevisionSubject,
  replaced: number,
  { version, snapshot, now }: { version: number; snapshot: Snapshot; now: Date },
): Promise<void> {
  await tx`
    update content_revision set version = ${version}, snapshot = ${snapshot}::jsonb, updated_at = ${now}
    where kind = ${kind} and subject_id = ${subjectId} and version = ${replaced}`
}

/** Returns a revision, or the newest one. */
export async function findRevision(
  db: Db,
  { kind, subjectId }: RevisionSubject,
  version: number | null,
): Promise<StoredRevision | undefined> {
  const [row] = await db<StoredRevision>`
    select version, act, author_id as "authorId", created_at as "createdAt", updated_at as "updatedAt", snapshot
    from content_revision
    where kind = ${kind} and subject_id = ${subjectId} and (${version}::integer is null or version = ${version}::integer)
    order by version desc limit 1`
  return row
}
