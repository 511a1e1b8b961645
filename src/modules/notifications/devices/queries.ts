import type { Db } from '../../../platform/db/database.ts'
import { newId, type SessionId, type UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import type { DeviceId, DeviceToken } from './device.ts'

/** Serializes device registrations of a user. */
export async function lockDevices(tx: Tx, userId: UserId): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`devices:${userId}`}, 0))`
}

/** Registers the device for this user, even if another user had it. */
export async function replaceDevice(
  tx: Tx,
  { userId, sessionId }: { userId: UserId; sessionId: SessionId | null },
  device: DeviceToken,
  now: Date,
): Promise<void> {
  const { platform, kind, digest, token } = device
  await tx`
    insert into device_token (id, user_id, session_id, platform, kind, digest, token, created_at, last_seen_at)
    values (${newId<'Device'>()}, ${userId}, ${sessionId}, ${platform}, ${kind}, ${digest}, ${token}, ${now}, ${now})
    on conflict (digest) do update set
      user_id = excluded.user_id, session_id = excluded.session_id, platform = excluded.platform, kind = excluded.kind,
      token = excluded.token,
      created_at = case when device_token.user_id = excluded.user_id then device_token.created_at else excluded.created_at end,
      last_seen_at = excluded.last_seen_at`
}

export async function deleteSurplusDevices(tx: Tx, userId: UserId, max: number): Promise<void> {
  await tx`
    delete from device_token where id = any(array(
      select id from device_token where user_id = ${userId} order by last_seen_at desc, id desc offset ${max}
    )) and user_id = ${userId}`
}

export async function deleteDevice(tx: Tx, userId: UserId, digest: Buffer): Promise<boolean> {
  const rows = await tx`delete from device_token where user_id = ${userId} and digest = ${digest} returning 1`
  return rows.length > 0
}

/** Deletes a device that the push service rejected, unless it was registered again afterwards. */
export async function deleteUnregisteredDevice(tx: Tx, id: DeviceId, triedAt: Date): Promise<void> {
  await tx`delete from device_token where id = ${id} and last_seen_at <= ${triedAt}`
}

export async function deleteSessionDevices(tx: Tx, sessionIds: SessionId[]): Promise<void> {
  await tx`delete from device_token where session_id = any(${sessionIds}::uuid[])`
}

export async function deleteAllDevices(tx: Tx, userId: UserId): Promise<void> {
  await tx`delete from device_token where user_id = ${userId}`
}

export function listDevices(db: Db, userId: UserId): Promise<unknown[]> {
  return db`
    select platform, kind, token, created_at as "createdAt", last_seen_at as "lastSeenAt"
    from device_token where user_id = ${userId} order by last_seen_at desc`
}
