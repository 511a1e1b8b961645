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

/** An action on a user. Without a reason, the entry has no personal texts. */
export function actionOnUser(
  name: AuditAction,
  userId: UserId,
  { reason, ...states }: Pick<AuditedAction, 'before' | 'after'> & { reason?: string | undefined },
): AuditedAction {
  const texts = reason ? { personalTexts: { reason } } : {}
  return { name, subject: { kind: 'user', id: userId }, userId, ...states, ...texts }
}

/** Inserts the audit entry of an action in its transaction. A job, which acts for a user later, has no address. */
export async function recordAuditEntry(
  tx: Tx,
  action: AuditedAction,
  { caller, address, now }: { caller: Pick<Caller, 'userId' | 'role'>; address: string | null; now: Date },
): Promise<void> {
  const { userId, personalTexts } = action
  const detailsByUser = new Map<UserId, Fields>(address === null ? [] : [[caller.userId, { address }]])
  if (personalTexts) {
    const owner = userId ?? caller.userId
    detailsByUser.set(owner, { ...detailsByUser.get(owner), ...personalTexts })
  }
  const personal: PersonalDetail[] = [...detailsByUser].map(([user_id, data]) => ({ user_id, data }))
  const requestId = workContext.getStore()?.requestId ?? null
  const actor = { actorId: caller.userId, actorRole: caller.role }
  await insertEntry(tx, { ...entryOf(action), ...actor, requestId, personal, now })
}

/** Inserts the audit entry of an action of the command line. It has no actor: whoever runs it controls the machine. */
export async function recordOperatorAuditEntry(
  tx: Tx,
  action: Omit<AuditedAction, 'personalTexts'>,
  now: Date,
): Promise<void> {
  const operator = { actorId: null, actorRole: 'OPERATOR' } as const
  await insertEntry(tx, { ...entryOf(action), ...operator, requestId: null, personal: [], now })
}

function entryOf({ name, subject, userId, before, after }: Omit<AuditedAction, 'personalTexts'>) {
  return {
    id: newId<'AuditEntry'>(),
    act: name,
    subjectKind: subject.kind,
    subjectId: subject.id,
    userId: userId ?? null,
    before: before && toPlainJson(before),
    after: after && toPlainJson(after),
  }
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
