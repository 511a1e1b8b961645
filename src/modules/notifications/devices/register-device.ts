import type { SessionId, UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type DeviceToken, MAX_DEVICES } from './device.ts'
import { deleteSurplusDevices, lockDevices, replaceDevice } from './queries.ts'

interface RegisterDevice {
  userId: UserId
  /** In which it is registered, and with which that ends. */
  sessionId?: SessionId | null
  device: DeviceToken
  now: Date
}

/** Pushes of this user go to this device too; those of whoever had it before do not any more. */
export async function registerDevice(
  tx: Tx,
  { userId, sessionId = null, device, now }: RegisterDevice,
): Promise<void> {
  await lockDevices(tx, userId)
  await replaceDevice(tx, { userId, sessionId }, device, now)
  await deleteSurplusDevices(tx, userId, MAX_DEVICES)
}
