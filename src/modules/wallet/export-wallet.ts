import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { findPin } from './pin/queries.ts'

/** What is kept of a user's wallet, for the document of all their data. No secret is in it, not even as a digest. */
export async function exportWallet(db: Db, userId: UserId): Promise<unknown> {
  const pin = await findPin(db, userId)
  return {
    pin: pin ? { setAt: pin.setAt, wrongInARow: pin.wrongInARow, lockedUntil: pin.lockedUntil } : null,
  }
}
