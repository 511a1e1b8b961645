import type { Db } from '../../../platform/db/database.ts'
import { commonErrors } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { errors } from '../errors.ts'

/** Which accounts may stake gems, pay fees and win prizes. A new account costs nothing, so what it earns could be collected. */
export interface GemUseRules {
  requireVerifiedEmail: boolean
  minAccountAgeMs: number
  /** Whether the operator allows new stakes and entry fees. In a transaction, pass its `tx`. */
  areStakesOn: (db: Db) => boolean | Promise<boolean>
}

export const UNRESTRICTED_GEM_USE: GemUseRules = {
  requireVerifiedEmail: false,
  minAccountAgeMs: 0,
  areStakesOn: () => true,
}

/** Throws `stakes_off`. Every payment of a stake or a fee calls it; settlement does not. */
export async function requireStakesOn(db: Db, rules: Pick<GemUseRules, 'areStakesOn'>): Promise<void> {
  if (!(await rules.areStakesOn(db))) throw errors.stakes_off()
}

/** Throws `email_not_verified` or `account_too_new`. */
export async function requireGemUse(
  db: Db,
  userId: UserId,
  { rules, now }: { rules: GemUseRules; now: Date },
): Promise<void> {
  if (!rules.requireVerifiedEmail && rules.minAccountAgeMs === 0) return
  const [account] = await db<{ isVerified: boolean; createdAt: Date }>`
    select email_verified_at is not null as "isVerified", created_at as "createdAt" from user_account
    where id = ${userId} and deleted_at is null`
  if (!account) throw commonErrors.unauthenticated()
  if (rules.requireVerifiedEmail && !account.isVerified) throw errors.email_not_verified()
  if (now.getTime() - account.createdAt.getTime() < rules.minAccountAgeMs) throw errors.account_too_new()
}
