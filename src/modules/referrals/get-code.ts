import { newReadableCode, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { getLocale } from '../identity/accounts/get-locale.ts'
import { findCode, insertCode } from './queries.ts'
import { CODE_LENGTH } from './referral.ts'

/** A user's code, made on the first asking and the same ever after. */
export async function getReferralCode(
  tx: Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<string> {
  const known = await findCode(tx, userId)
  if (known) return known
  // A token may outlive its account, whose code must not come back.
  await getLocale(tx, userId)
  for (;;) {
    const made = await insertCode(tx, { userId, code: newReadableCode(CODE_LENGTH), now })
    // Either another request has made one meanwhile, or somebody else has this one: then the next is tried.
    const code = made ?? (await findCode(tx, userId))
    if (code) return code
  }
}
