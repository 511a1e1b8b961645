import type { Caller } from '../../../platform/http/caller.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { workContext } from '../../../platform/log.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { AuditAction } from './audit-actions.ts'
import { insertEntry, type PersonalDetail } from './queries.ts'

type Fields = Record<string, unknown>

/** Something that was done, as its doer tells it. */
export interface AuditedAction {
  name: AuditAction
  /** `course` and its id, and so on. */
  subject: { kind: string; id: string }
  /** Whom it concerns, when it concerns a user. */
  userId?: UserId
  /** States without anything personal: what is written here stays for good. */
  before: Fields | null
  after: Fields | null
  /** Words about the user whom it concerns, or else of the actor; they go when that account goes. */
  words?: Fields
}

/** Writes down who did what, when and from where, in the transaction in which it is done. */
export async function recordAuditEntry(
  tx: Tx,
  { name, subject, userId, before, after, words }: AuditedAction,
  { caller, address, now }: { caller: Caller; address: string; now: Date },
): Promise<void> {
  const detailsByUser = new Map<UserId, Fields>([[caller.userId, { address }]])
  if (words) {
    const owner = userId ?? caller.userId
    detailsByUser.set(owner, { ...detailsByUser.get(owner), ...words })
  }
  const personal: PersonalDetail[] = [...detailsByUser].map(([user_id, data]) => ({ user_id, data }))
  await insertEntry(tx, {
    id: newId(),
    actorId: caller.userId,
    actorRole: caller.role,
    act: name,
    subjectKind: subject.kind,
    subjectId: subject.id,
    userId: userId ?? null,
    before: before && toPlainJson(before),
    after: after && toPlainJson(after),
    requestId: workContext.getStore()?.requestId ?? null,
    personal,
    now,
  })
}

/** What is different, of two states of the same thing; undefined when nothing is. */
export function changesBetween(before: object, after: object): { before: Fields; after: Fields } | undefined {
  const [old, fresh] = [toPlainJson(before as Fields), toPlainJson(after as Fields)]
  const changed = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].filter(
    (field) => !Bun.deepEquals(old[field], fresh[field]),
  )
  if (changed.length === 0) return undefined
  const only = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]))
  return { before: only(old), after: only(fresh) }
}

/** As JSON has it: dates as text, amounts as numbers. */
function toPlainJson(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
}
