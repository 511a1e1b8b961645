import { MINUTE_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { findRevision, insertRevision, replaceRevision } from '../queries.ts'
import type { RevisionAct, RevisionSubject } from './revision.ts'
import type { Snapshot } from './snapshot.ts'

/** The Studio saves while its author types, so edits within this time share a revision. */
const SHARED_MS = 5 * MINUTE_MS
/** An edit that removes so many characters at once may be a mistake, so the revision before it stays. */
const REMOVED_LENGTH = 200

interface RecordRevision extends RevisionSubject {
  act: RevisionAct
  version: number
  snapshot: Snapshot
  /** What the content was before, for content without a history. Undefined for new content. */
  before?: { version: number; snapshot: Snapshot } | undefined
  authorId: UserId
  now: Date
}

/** Records an edit in its transaction. The caller holds the lock of the catalog, so revisions of one subject have an order. */
export async function recordRevision(tx: Tx, revision: RecordRevision): Promise<void> {
  const { kind, subjectId, act, version, snapshot, before, authorId, now } = revision
  const subject = { kind, subjectId }
  const newest = await findRevision(tx, subject, null)
  if (!newest && before) await insertRevision(tx, subject, { ...before, act: 'CREATED', authorId: null, now })
  if (act === 'EDITED' && newest) {
    if (Bun.deepEquals(newest.snapshot, snapshot)) return
    const isShared =
      newest.act === 'EDITED' &&
      newest.authorId === authorId &&
      now.getTime() - newest.createdAt.getTime() < SHARED_MS &&
      !removesMuch(newest.snapshot, snapshot)
    if (isShared) return replaceRevision(tx, subject, newest.version, { version, snapshot, now })
  }
  await insertRevision(tx, subject, { version, act, authorId, snapshot, now })
}

/** A slide or a long text is gone. */
function removesMuch(before: Snapshot, after: Snapshot): boolean {
  const removed = JSON.stringify(before).length - JSON.stringify(after).length
  return (after.slides?.length ?? 0) < (before.slides?.length ?? 0) || removed >= REMOVED_LENGTH
}
