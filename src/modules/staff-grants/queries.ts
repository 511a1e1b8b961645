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

interface NewGrant extends Pick<GrantRequest, 'id' | 'adminId' | 'userId' | 'asset' | 'amount'> {
  now: Date
}

/** Stores a grant that is paid, or a request that waits for approval. */
export async function insertGrant(
  tx: Tx,
  grant: NewGrant,
  request?: { reason: string; expiresAt: Date },
): Promise<void> {
  await tx`
    insert into staff_grant (id, admin_id, user_id, asset, amount, status, reason, created_at, expires_at)
    values (${grant.id}, ${grant.adminId}, ${grant.userId}, ${grant.asset}, ${grant.amount},
      ${request ? 'PENDING' : 'DIRECT'}, ${request?.reason ?? null}, ${grant.now}, ${request?.expiresAt ?? null})`
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
