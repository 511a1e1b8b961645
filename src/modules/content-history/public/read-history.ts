import type { Db } from '../../../platform/db/database.ts'
import { errors } from '../errors.ts'
import { countRevisions, findRevision, listRevisionRows, type StoredRevision } from '../queries.ts'
import type { Revision, RevisionSubject } from './revision.ts'

/** The caller checks who may see the history. */
export async function listRevisions(
  db: Db,
  subject: RevisionSubject,
  { page, limit }: { page: number; limit: number },
): Promise<{ revisions: Revision[]; total: number }> {
  const [revisions, total] = await Promise.all([
    listRevisionRows(db, subject, { limit, offset: (page - 1) * limit }),
    countRevisions(db, subject),
  ])
  return { revisions, total }
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
