import type { Db } from '../../platform/db/database.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import type { ActorRole, AuditAction } from './public/audit-actions.ts'

type EntryId = Id<'AuditEntry'>
type Fields = Record<string, unknown>

export interface PersonalDetail {
  user_id: UserId
  data: Fields
}

interface NewEntry extends Omit<AuditEntry, 'personal' | 'at'> {
  personal: PersonalDetail[]
  now: Date
}

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await tx`
    with entry as (
      insert into audit_entry (id, actor_id, actor_role, action, subject_kind, subject_id, user_id, before, after,
        request_id, created_at)
      values (${entry.id}, ${entry.actorId}, ${entry.actorRole}, ${entry.act}, ${entry.subjectKind},
        ${entry.subjectId}, ${entry.userId}, ${entry.before}::jsonb, ${entry.after}::jsonb, ${entry.requestId},
        ${entry.now})
      returning id
    )
    insert into audit_entry_personal (entry_id, user_id, data)
    select entry.id, detail.user_id, detail.data
    from entry, jsonb_to_recordset(${entry.personal}::jsonb) as detail (user_id uuid, data jsonb)`
}

interface AuditFilter {
  actorId?: string
  act?: string
  subjectKind?: string
  subjectId?: string
  userId?: string
  since?: Date
  until?: Date
}

export interface AuditEntry {
  id: EntryId
  actorId: UserId | null
  actorRole: ActorRole
  act: AuditAction
  subjectKind: string
  subjectId: string
  userId: UserId | null
  before: Fields | null
  after: Fields | null
  /** The personal details that are not erased, merged. */
  personal: Fields | null
  requestId: string | null
  at: Date
}

export function listEntries(
  db: Db,
  filter: AuditFilter,
  limit: number,
  offset: number,
): Promise<AuditEntry[]> {
  const { actorId = null, act = null, subjectKind = null, subjectId = null, userId = null } = filter
  const { since = null, until = null } = filter
  return db<AuditEntry>`
    select id, actor_id as "actorId", actor_role as "actorRole", action as act, subject_kind as "subjectKind",
      subject_id as "subjectId", user_id as "userId", before, after, request_id as "requestId", created_at as at,
      (select jsonb_object_agg(field.key, field.value) from audit_entry_personal detail, jsonb_each(detail.data) field
        where detail.entry_id = audit_entry.id) as personal
    from audit_entry
    where (${actorId}::uuid is null or actor_id = ${actorId}::uuid)
      and (${act}::text is null or action = ${act}::text)
      and (${subjectKind}::text is null or subject_kind = ${subjectKind}::text)
      and (${subjectId}::text is null or subject_id = ${subjectId}::text)
      and (${userId}::uuid is null or user_id = ${userId}::uuid)
      and (${since}::timestamptz is null or created_at >= ${since}::timestamptz)
      and (${until}::timestamptz is null or created_at < ${until}::timestamptz)
    order by id desc limit ${limit} offset ${offset}`
}

const COUNT_LIMIT = 10_000

export async function countEntries(db: Db, filter: AuditFilter): Promise<number> {
  const { actorId = null, act = null, subjectKind = null, subjectId = null, userId = null } = filter
  const { since = null, until = null } = filter
  const [row] = await db<{ count: number }>`
    select count(*)::integer as count from (
      select from audit_entry
      where (${actorId}::uuid is null or actor_id = ${actorId}::uuid)
        and (${act}::text is null or action = ${act}::text)
        and (${subjectKind}::text is null or subject_kind = ${subjectKind}::text)
        and (${subjectId}::text is null or subject_id = ${subjectId}::text)
        and (${userId}::uuid is null or user_id = ${userId}::uuid)
        and (${since}::timestamptz is null or created_at >= ${since}::timestamptz)
        and (${until}::timestamptz is null or created_at < ${until}::timestamptz)
      limit ${COUNT_LIMIT}
    ) found`
  return row!.count
}
