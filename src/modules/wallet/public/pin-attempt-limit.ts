import { Refusal } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../errors.ts'
import { rejectIfLocked } from '../pin/check-pin.ts'

interface PinAttemptLimit {
  /** Runs work that compares a PIN. Limits concurrent attempts, and counts each wrong PIN. */
  run<Result>(now: Date, work: () => Promise<Result>): Promise<Result>
  refill(): Promise<void>
}

/**
 * Rejects excess attempts before they wait for the row lock with a database connection. The counter in `wallet_pin`
 * is the authoritative limit. All endpoints share one counter.
 */
export function pinAttemptLimit(
  { db, rateLimits: limits, config }: Pick<Platform, 'db' | 'rateLimits' | 'config'>,
  userId: UserId,
): PinAttemptLimit {
  const policy = config.limits.credentialsPerAccount
  const bucket = `wallet-pin:${userId}`
  const refill = () => limits.refillStrict(policy, bucket)
  return {
    refill,
    run: async (now, work) => {
      await rejectIfLocked(db, userId, now)
      await limits.takeStrict(policy, bucket)
      const result = await work().catch(async (error) => {
        const isWrong = error instanceof Refusal && error.code === errors.pin_invalid.code
        // A lost token matters less than the error of the work.
        if (!isWrong) await limits.returnTokenStrict(policy, bucket).catch(() => undefined)
        throw error
      })
      await refill()
      return result
    },
  }
}
