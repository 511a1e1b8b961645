import type { Db } from '../../platform/db/database.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteAllDevices, deleteSessionDevices, listDevices } from './devices/queries.ts'
import { anonymizeMentions, eraseInbox, listAllNotifications } from './inbox/queries.ts'
import { deletePreference, findPreference } from './preferences/queries.ts'
import { DELETED_USER_NAMES } from './templates/render.ts'

const EXPORT_LIMIT = 100_000

export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return {
    notifications: await listAllNotifications(db, userId, EXPORT_LIMIT),
    devices: await listDevices(db, userId),
    preferences: await findPreference(db, userId),
  }
}

/** Deletes the devices of ended sessions, so that they get no more pushes. */
export async function deleteDevicesOfSessions(
  tx: Tx,
  { data }: DomainEvent<{ sessionIds: SessionId[] }>,
): Promise<void> {
  await deleteSessionDevices(tx, data.sessionIds)
}

/** Deletes the devices that a previous user of a claimed account registered. */
export async function deleteDevicesOfUser(
  tx: Tx,
  { data: { userId } }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await deleteAllDevices(tx, userId)
}

/** Deletes devices, notifications and preferences of the user, and the user's name in notifications of others. */
export async function erasePersonalData(
  tx: Tx,
  { data: { userId } }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await deleteAllDevices(tx, userId)
  await eraseInbox(tx, userId)
  await deletePreference(tx, userId)
  await anonymizeMentions(tx, userId, DELETED_USER_NAMES)
}
