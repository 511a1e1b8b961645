import type { certificateNameChanged } from '../../../events/certificate-names.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newId, type UserId } from '../../../platform/ids.ts'
import { workContext } from '../../../platform/log.ts'
import type { DomainEvent, EventData } from '../../../platform/transaction/define-event.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { insertEntry, type PersonalDetail } from '../queries.ts'
import type { AuditAction } from './audit-actions.ts'

type Fields = Record<string, unknown>

/** An action to write to the audit log. */
export interface AuditedAction {
  name: AuditAction
  subject: { kind: string; id: string }
  /** The user that the action concerns, if any. */
  userId?: UserId
  /** Must not contain personal data: these fields are never deleted. */
  before: Fields | null
  after: Fields | null
  /** Personal texts. They are erased with the account of `userId`, or of the actor if there is none. */
  personalTexts?: Fields
}

/** Inserts the audit entry of an action in its transaction. A job, which acts for a user later, has no address. */
export async function recordAuditEntry(
  tx: Tx,
  { name, subject, userId, before, after, personalTexts }: AuditedAction,
  { caller, address, now }: { caller: Pick<Caller, 'userId' | 'role'>; address: string | null; now: Date },
): Promise<void> {
  const detailsByUser = new Map<UserId, Fields>(address === null ? [] : [[caller.userId, { address }]])
  if (personalTexts) {
    const owner = userId ?? caller.userId
    detailsByUser.set(owner, { ...detailsByUser.get(owner), ...personalTexts })
  }
  const personal: PersonalDetail[] = [...detailsByUser].map(([user_id, data]) => ({ user_id, data }))
  await insertEntry(tx, {
    id: newId(),
    actorId: caller.userId,
    actorRole: caller.role,
    action: name,
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

/** Inserts the audit entry of an action of the command line. It has no actor: whoever runs it controls the machine. */
export async function recordOperatorAuditEntry(
  tx: Tx,
  { name, subject, userId, before, after }: Omit<AuditedAction, 'personalTexts'>,
  now: Date,
): Promise<void> {
  await insertEntry(tx, {
    id: newId(),
    actorId: null,
    actorRole: 'OPERATOR',
    action: name,
    subjectKind: subject.kind,
    subjectId: subject.id,
    userId: userId ?? null,
    before: before && toPlainJson(before),
    after: after && toPlainJson(after),
    requestId: null,
    personal: [],
    now,
  })
}

/** Inserts the audit entry of a user who changed the name on their own certificates. */
export async function recordCertificateNameChange(
  tx: Tx,
  { data }: DomainEvent<EventData<typeof certificateNameChanged>>,
): Promise<void> {
  const { userId, role, address, studentNameBefore, studentName, at } = data
  await recordAuditEntry(
    tx,
    {
      name: 'certificate_name.changed',
      subject: { kind: 'certificate_name', id: userId },
      userId,
      before: null,
      after: null,
      personalTexts: { studentNameBefore, studentName },
    },
    { caller: { userId, role }, address, now: new Date(at) },
  )
}

/** The fields that differ between two states; undefined if none differs. */
export function changesBetween(before: object, after: object): { before: Fields; after: Fields } | undefined {
  const [old, updated] = [toPlainJson(before as Fields), toPlainJson(after as Fields)]
  const changed = [...new Set([...Object.keys(old), ...Object.keys(updated)])].filter(
    (field) => !Bun.deepEquals(old[field], updated[field]),
  )
  if (changed.length === 0) return undefined
  const only = (fields: Fields) => Object.fromEntries(changed.map((field) => [field, fields[field] ?? null]))
  return { before: only(old), after: only(updated) }
}

/** Converts dates to strings and bigints to numbers. */
function toPlainJson(fields: Fields): Fields {
  return JSON.parse(JSON.stringify(fields, (_, value) => (typeof value === 'bigint' ? Number(value) : value)))
}
