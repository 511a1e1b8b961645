import type { Db } from '../../platform/db/database.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteAllDevices, deleteSessionDevices, listDevices } from './devices/queries.ts'
import { anonymizeMentions, eraseInbox, listAllNotifications } from './inbox/queries.ts'
import { DELETED_USER_NAME } from './notification.ts'
import { deletePreference, findPreference } from './preferences/queries.ts'

const EXPORT_LIMIT = 100_000

/** What a user was told, where it goes and what they chose, for the document of all their data. */
export async function exportPersonalData(db: Db, userId: UserId): Promise<unknown> {
  return {
    notifications: await listAllNotifications(db, userId, EXPORT_LIMIT),
    devices: await listDevices(db, userId),
    preferences: await findPreference(db, userId),
  }
}

/** Whoever holds a device on which somebody was signed out, or had everybody signed out, is told nothing any more. */
export async function deleteDevicesOfSessions(
  tx: Tx,
  { data }: DomainEvent<{ sessionIds: SessionId[] }>,
): Promise<void> {
  await deleteSessionDevices(tx, data.sessionIds)
}

/** A device that was registered before its account had a new owner is somebody else's: it is told nothing any more. */
export async function deleteDevicesOfUser(
  tx: Tx,
  { data: { userId } }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await deleteAllDevices(tx, userId)
}

/**
 * All of it goes with the account, and so does the name in what others were told. The device first: whoever signs in on
 * it next must not be told.
 */
export async function erasePersonalData(
  tx: Tx,
  { data: { userId } }: DomainEvent<{ userId: UserId }>,
): Promise<void> {
  await deleteAllDevices(tx, userId)
  await eraseInbox(tx, userId)
  await deletePreference(tx, userId)
  await anonymizeMentions(tx, userId, DELETED_USER_NAME)
}
