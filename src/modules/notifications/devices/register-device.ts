import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { type DeviceToken, MOST_DEVICES } from './device.ts'
import { deleteSurplusDevices, lockDevices, replaceDevice } from './queries.ts'

/** Pushes of this user go to this device too; those of whoever had it before do not any more. */
export async function registerDevice(
  tx: Tx,
  { userId, device, now }: { userId: UserId; device: DeviceToken; now: Date },
): Promise<void> {
  await lockDevices(tx, userId)
  await replaceDevice(tx, userId, device, now)
  await deleteSurplusDevices(tx, userId, MOST_DEVICES)
}
