import { SECOND_MS } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'
import { findOffRampBlockedUntil } from '../pin/queries.ts'

/** Blocks payouts for a time after a PIN reset or an account claim, so that a stolen mailbox gives no access to funds. */
export async function requireOffRampUnblocked(
  db: Db,
  { userId, now }: { userId: UserId; now: Date },
): Promise<void> {
  const until = await findOffRampBlockedUntil(db, userId)
  if (until && until > now)
    throw errors.off_ramp_blocked({
      retryAfterSeconds: (until.getTime() - now.getTime()) / SECOND_MS,
      extra: { blockedUntil: until.toISOString() },
    })
}
