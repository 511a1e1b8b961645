import type { Db } from '../../../platform/db/database.ts'
import { errors } from '../errors.ts'
import { findRevision, type StoredRevision } from '../queries.ts'
import type { Revision, RevisionSubject } from './revision.ts'

/** Returns the newest revisions first. The caller checks who may see the history. */
export async function listRevisions(
  db: Db,
  { kind, subjectId }: RevisionSubject,
  { page, limit }: { page: number; limit: number },
): Promise<{ revisions: Revision[]; total: number }> {
  const [revisions, [counted]] = await Promise.all([
    db<Revision>`
      select version, act, author_id as "authorId", created_at as "createdAt", updated_at as "updatedAt"
      from content_revision where kind = ${kind} and subject_id = ${subjectId}
      order by version desc limit ${limit} offset ${(page - 1) * limit}`,
    db<{ total: number }>`
      select count(*)::integer as total from content_revision where kind = ${kind} and subject_id = ${subjectId}`,
  ])
  return { revisions, total: counted!.total }
}

/** Returns a revision with its content; the newest one for null. */
export async function getRevision(
  db: Db,
  subject: RevisionSubject,
  version: number | null,
): Promise<StoredRevision> {
  const revision = await findRevision(db, subject, version)
  if (!revision) throw errors.revision_not_found()
  return revision
}
