import { newReadableCode, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getUserAttributes } from '../accounts/public/own-account.ts'
import { findCode, insertCode } from './queries.ts'
import { CODE_LENGTH } from './referral.ts'

/** Returns the user's code, which is created by the first call. */
export async function getReferralCode(
  tx: Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<string> {
  const existing = await findCode(tx, userId)
  if (existing) return existing
  // Throws if the account is deleted: its code must not be created again.
  await getUserAttributes(tx, userId)
  for (;;) {
    const inserted = await insertCode(tx, { userId, code: newReadableCode(CODE_LENGTH), now })
    // A conflict means that a concurrent request created the user's code, or that another user has this one: then retry.
    const code = inserted ?? (await findCode(tx, userId))
    if (code) return code
  }
}
