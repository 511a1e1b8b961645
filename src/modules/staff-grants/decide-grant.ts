import { addMs, DAY_MS } from '../../platform/clock.ts'
import { commonErrors } from '../../platform/errors.ts'
import { newId, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { lockAccounts } from '../accounts/public/account.ts'
import { getUserRecord } from '../accounts/public/user-records.ts'
import { getTotals } from '../ledger/public/get-totals.ts'
import { getStoredRuntimeSettings } from '../site-settings/public/replace-runtime-settings.ts'
import { type SettingsConfig, settingsInForce } from '../site-settings/public/runtime-settings.ts'
import { areIndependent, listRoleLines } from '../staff-access/public/role-lines.ts'
import { errors } from './errors.ts'
import { type ChangedTotals, type GrantAsset, grantAsset } from './grant-asset.ts'
import {
  type GrantId,
  type GrantRequest,
  insertGrant,
  lockGrantRequest,
  sumDirectGrants,
  updateDecision,
} from './queries.ts'

/** Grants of one administrator to anybody count together for this long. */
const WINDOW_MS = DAY_MS
const REQUEST_LIFETIME_MS = 7 * DAY_MS

export interface Granted extends ChangedTotals {
  /** The request that waits for approval; undefined if the grant is paid. */
  request: { id: GrantId; expiresAt: Date } | undefined
}

/**
 * Pays a grant, or stores a request if the grants of this administrator exceed the limit with it. What is taken needs no
 * approval and does not make room for more. Grants of one administrator wait for each other.
 */
export async function giveGrant(
  tx: Tx,
  config: SettingsConfig,
  grant: Omit<GrantAsset, 'id'> & { adminId: UserId; reason: string },
): Promise<Granted> {
  const { adminId, userId, asset, amount, reason, now } = grant
  const id = newId<'StaffGrant'>()
  const given = { id, adminId, userId, asset, amount, now }
  if (amount < 0) return { ...(await grantAsset(tx, given)), request: undefined }
  // The lock of the user keeps a deletion of the account from missing the texts of the request.
  const accounts = await lockAccounts(tx, [adminId, userId])
  if (!accounts.has(userId)) throw commonErrors.not_found()
  if (await needsApproval(tx, config, grant)) {
    const expiresAt = addMs(now, REQUEST_LIFETIME_MS)
    await insertGrant(tx, given, { reason, expiresAt })
    const totals = await getTotals(tx, userId)
    return { before: totals, after: totals, request: { id, expiresAt } }
  }
  const paid = await grantAsset(tx, given)
  await insertGrant(tx, given)
  return { ...paid, request: undefined }
}

/** The limit is read from the database, not from the copy in memory: a change is in force with its commit. */
async function needsApproval(
  tx: Tx,
  config: SettingsConfig,
  { adminId, asset, amount, now }: Pick<GrantAsset, 'asset' | 'amount' | 'now'> & { adminId: UserId },
): Promise<boolean> {
  const { grantLimits } = settingsInForce(config, await getStoredRuntimeSettings(tx))
  const limit = asset === 'GEM' ? grantLimits.gems : grantLimits.xp
  if (limit === 0) return false
  const granted = await sumDirectGrants(tx, { adminId, asset, since: addMs(now, -WINDOW_MS) })
  return granted + BigInt(amount) > BigInt(limit)
}

interface Decision {
  id: GrantId
  adminId: UserId
  reason: string
  now: Date
}

/**
 * Pays a requested grant, once. The approver is independent of the requester and is not the user who gets it, and the requester is
 * still an administrator.
 */
export async function approveGrant(
  tx: Tx,
  decision: Decision,
): Promise<{ request: GrantRequest; totals: ChangedTotals }> {
  const { id, adminId, now } = decision
  const request = await lockPending(tx, id, now)
  if (request.userId === adminId) throw errors.grant_to_yourself()
  const lines = await listRoleLines(tx, [adminId, request.adminId])
  if (!areIndependent(lines, adminId, request.adminId)) throw errors.approver_not_independent()
  const requester = await getUserRecord(tx, request.adminId).catch(() => undefined)
  if (requester?.role !== 'ADMIN' || requester.suspendedAt) throw errors.requester_not_admin()
  const approved = await decide(tx, request, 'APPROVED', decision)
  const { userId, asset, amount } = request
  const totals = await grantAsset(tx, { id, userId, asset, amount, now })
  return { request: approved, totals }
}

/** Rejects a requested grant. The requester may do so too, to withdraw it. */
export async function rejectGrant(tx: Tx, decision: Decision): Promise<GrantRequest> {
  return decide(tx, await lockPending(tx, decision.id, decision.now), 'REJECTED', decision)
}

async function lockPending(tx: Tx, id: GrantId, now: Date): Promise<GrantRequest> {
  const request = await lockGrantRequest(tx, id, now)
  if (!request) throw commonErrors.not_found()
  if (request.status === 'EXPIRED') throw errors.grant_request_expired()
  if (request.status !== 'PENDING') throw errors.grant_request_decided()
  return request
}

/** Stores the decision and returns the request with it. */
async function decide(
  tx: Tx,
  request: GrantRequest,
  status: 'APPROVED' | 'REJECTED',
  { id, adminId, reason, now }: Decision,
): Promise<GrantRequest> {
  await updateDecision(tx, { id, status, by: adminId, reason, now })
  return { ...request, status, decidedBy: adminId, decidedAt: now, decisionReason: reason }
}
