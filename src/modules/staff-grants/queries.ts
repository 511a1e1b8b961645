import type { Db } from '../../platform/db/database.ts'
import type { Id, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'

export type GrantId = Id<'StaffGrant'>
export type GrantedAsset = 'GEM' | 'XP'

/** The states of a grant that needs approval. A pending one expires by its time alone. */
export const REQUEST_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'EXPIRED'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

export interface GrantRequest {
  id: GrantId
  adminId: UserId
  userId: UserId
  asset: GrantedAsset
  amount: number
  status: RequestStatus
  /** Null after the account of the user was deleted. */
  reason: string | null
  createdAt: Date
  expiresAt: Date
  decidedBy: UserId | null
  decidedAt: Date | null
  decisionReason: string | null
}

interface NewGrant {
  id: GrantId
  adminId: UserId
  userId: UserId
  asset: GrantedAsset
  amount: number
  now: Date
}

export async function insertDirectGrant(tx: Tx, grant: NewGrant): Promise<void> {
  await tx`
    insert into staff_grant (id, admin_id, user_id, asset, amount, status, created_at)
    values (${grant.id}, ${grant.adminId}, ${grant.userId}, ${grant.asset}, ${grant.amount}, 'DIRECT', ${grant.now})`
}

export async function insertGrantRequest(
  tx: Tx,
  request: NewGrant & { reason: string; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into staff_grant (id, admin_id, user_id, asset, amount, status, reason, created_at, expires_at)
    values (${request.id}, ${request.adminId}, ${request.userId}, ${request.asset}, ${request.amount}, 'PENDING',
      ${request.reason}, ${request.now}, ${request.expiresAt})`
}

/** What an administrator has granted to anybody without approval since a time. */
export async function sumDirectGrants(
  db: Db,
  { adminId, asset, since }: { adminId: UserId; asset: GrantedAsset; since: Date },
): Promise<bigint> {
  const [row] = await db<{ total: bigint }>`
    select coalesce(sum(amount), 0)::bigint as total from staff_grant
    where admin_id = ${adminId} and asset = ${asset} and status = 'DIRECT' and created_at > ${since}`
  return row!.total
}

/** Locks a request until commit. `now` decides whether it has expired. */
export async function lockGrantRequest(tx: Tx, id: GrantId, now: Date): Promise<GrantRequest | undefined> {
  const [locked] = await tx<{ id: GrantId }>`
    select id from staff_grant where id = ${id} and status <> 'DIRECT' for no key update`
  if (!locked) return undefined
  const [row] = await tx<GrantRequest>`
    select id, admin_id as "adminId", user_id as "userId", asset, amount::integer as amount,
      case when status = 'PENDING' and expires_at <= ${now} then 'EXPIRED' else status end as status, reason,
      created_at as "createdAt", expires_at as "expiresAt", decided_by as "decidedBy", decided_at as "decidedAt",
      decision_reason as "decisionReason"
    from staff_grant where id = ${id}`
  return row
}

export async function updateDecision(
  tx: Tx,
  decision: { id: GrantId; status: 'APPROVED' | 'REJECTED'; by: UserId; reason: string; now: Date },
): Promise<void> {
  await tx`
    update staff_grant set status = ${decision.status}, decided_by = ${decision.by}, decided_at = ${decision.now},
      decision_reason = ${decision.reason}
    where id = ${decision.id} and status = 'PENDING'`
}

const COUNT_LIMIT = 10_000

interface RequestPage {
  status: RequestStatus
  now: Date
  limit: number
  offset: number
}

/** Requests in a state, newest first, with their number up to a limit. */
export async function listGrantRequests(
  db: Db,
  { status, now, limit, offset }: RequestPage,
): Promise<{ requests: GrantRequest[]; total: number }> {
  const stored = status === 'EXPIRED' ? 'PENDING' : status
  const isExpired = status === 'EXPIRED'
  const [requests, [row]] = await Promise.all([
    db<GrantRequest>`
      select id, admin_id as "adminId", user_id as "userId", asset, amount::integer as amount, ${status}::text as status,
        reason, created_at as "createdAt", expires_at as "expiresAt", decided_by as "decidedBy",
        decided_at as "decidedAt", decision_reason as "decisionReason"
      from staff_grant
      where status <> 'DIRECT' and status = ${stored} and (status <> 'PENDING' or (expires_at <= ${now}) = ${isExpired})
      order by id desc limit ${limit} offset ${offset}`,
    db<{ total: number }>`
      select count(*)::integer as total from (
        select from staff_grant
        where status <> 'DIRECT' and status = ${stored} and (status <> 'PENDING' or (expires_at <= ${now}) = ${isExpired})
        limit ${COUNT_LIMIT}
      ) found`,
  ])
  return { requests, total: row!.total }
}

/** Grants to a user, without the administrators, oldest first. */
export function listGrantsForExport(db: Db, userId: UserId): Promise<unknown[]> {
  return db`
    select asset, amount::integer as amount, status, reason, decision_reason as "decisionReason", created_at as "createdAt"
    from staff_grant where user_id = ${userId} order by id`
}

/**
 * Erases the texts about a user and rejects what waits. The rows stay: what an administrator granted counts for a day, also if
 * the account that got it is deleted.
 */
export async function eraseGrantTexts(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx`
    update staff_grant set reason = null, decision_reason = null,
      status = case status when 'PENDING' then 'REJECTED' else status end,
      decided_at = case status when 'PENDING' then ${now}::timestamptz else decided_at end
    where user_id = ${userId}`
}
