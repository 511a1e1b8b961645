import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type DeviceToken, MAX_DEVICES } from './device.ts'
import { deleteSurplusDevices, lockDevices, replaceDevice } from './queries.ts'

interface RegisterDevice {
  userId: UserId
  /** The registration ends with this session. */
  sessionId?: SessionId | null
  device: DeviceToken
  now: Date
}

/** Registers a device for the user; a previous user of the device gets no more pushes on it. */
export async function registerDevice(
  tx: Tx,
  { userId, sessionId = null, device, now }: RegisterDevice,
): Promise<void> {
  await lockDevices(tx, userId)
  await replaceDevice(tx, { userId, sessionId }, device, now)
  await deleteSurplusDevices(tx, userId, MAX_DEVICES)
}
