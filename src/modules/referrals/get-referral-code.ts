import { newReadableCode, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getUserAttributes } from '../accounts/public/user-attributes.ts'
import { findCode, insertCode } from './queries.ts'
import { CODE_LENGTH } from './referral.ts'

/** A user's code, made on the first asking and the same ever after. */
export async function getReferralCode(
  tx: Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<string> {
  const existing = await findCode(tx, userId)
  if (existing) return existing
  // A token may outlive its account, whose code must not come back.
  await getUserAttributes(tx, userId)
  for (;;) {
    const inserted = await insertCode(tx, { userId, code: newReadableCode(CODE_LENGTH), now })
    // Either another request has made one meanwhile, or somebody else has this one: then the next is tried.
    const code = inserted ?? (await findCode(tx, userId))
    if (code) return code
  }
}
