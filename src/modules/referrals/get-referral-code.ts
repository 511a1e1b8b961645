import type { Db } from '../../platform/db/database.ts'
import { newReadableCode, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getUserAttributes } from '../accounts/public/own-account.ts'
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
    await tx`
      insert into referral_code (user_id, code, created_at) values (${userId}, ${newReadableCode(CODE_LENGTH)}, ${now})
      on conflict do nothing`
    // Without a code for this user, the generated code belongs to another one: then retry.
    const code = await findCode(tx, userId)
    if (code) return code
  }
}

async function findCode(db: Db, userId: UserId): Promise<string | undefined> {
  const [row] = await db<{ code: string }>`select code from referral_code where user_id = ${userId}`
  return row?.code
}
