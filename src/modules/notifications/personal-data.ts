import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import type { SessionId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { deleteAllDevices, deleteDevicesOf, listDevices } from './devices/queries.ts'
import { deleteInbox, listAllNotifications, updateNameless } from './inbox/queries.ts'
import { NOBODY } from './notification.ts'
import { deletePreference, findPreference } from './preferences/queries.ts'

const NOTIFICATIONS_EXPORTED = 100_000

/** What a user was told, where it goes and what they chose, for the document of all their data. */
export async function exportNotifications(db: Db, userId: UserId): Promise<unknown> {
  return {
    notifications: await listAllNotifications(db, userId, NOTIFICATIONS_EXPORTED),
    devices: await listDevices(db, userId),
    preferences: await findPreference(db, userId),
  }
}

/** Whoever holds a device on which somebody was signed out, or had everybody signed out, is told nothing any more. */
export async function dropDevices(tx: Tx, { data }: Fact<{ sessionIds: SessionId[] }>): Promise<void> {
  await deleteDevicesOf(tx, data.sessionIds)
}

/** A device that was registered before its account had a new owner is somebody else's: it is told nothing any more. */
export async function forgetDevices(tx: Tx, { data: { userId } }: Fact<{ userId: UserId }>): Promise<void> {
  await deleteAllDevices(tx, userId)
}

/**
 * All of it goes with the account, and so does the name in what others were told. The device first: whoever signs in on
 * it next must not be told.
 */
export async function forgetNotifications(
  tx: Tx,
  { data: { userId } }: Fact<{ userId: UserId }>,
): Promise<void> {
  await deleteAllDevices(tx, userId)
  await deleteInbox(tx, userId)
  await deletePreference(tx, userId)
  await updateNameless(tx, userId, NOBODY)
}
