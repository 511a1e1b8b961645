import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { rescheduleDelayedDeliveries } from './delivery/queries.ts'
import type { Preference } from './preferences/preference.ts'
import { replacePreference } from './preferences/queries.ts'

/** Replaces the preferences and makes delayed deliveries due, so that the new quiet hours apply to them. */
export async function setPreference(
  tx: Tx,
  { userId, preference, now }: { userId: UserId; preference: Preference; now: Date },
): Promise<void> {
  await replacePreference(tx, userId, preference, now)
  await rescheduleDelayedDeliveries(tx, userId, now)
}
