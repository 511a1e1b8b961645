import { Refusal } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { errors } from '../errors.ts'
import { refuseWhileLocked } from './check-pin.ts'

interface PinTries {
  /** Does what compares a PIN: only so many at once, and each wrong one counts. */
  bound<Result>(now: Date, work: () => Promise<Result>): Promise<Result>
  refill(): Promise<void>
}

/**
 * The count in the table is the guard; this keeps a flood from waiting at its row, each with a connection that others need
 * meanwhile. One count for every way in.
 */
export function pinTries(
  { db, limits, config }: Pick<Platform, 'db' | 'limits' | 'config'>,
  userId: UserId,
): PinTries {
  const policy = config.limits.credentialsPerAccount
  const bucket = `wallet-pin:${userId}`
  const refill = () => limits.refillStrict(policy, bucket)
  return {
    refill,
    bound: async (now, work) => {
      await refuseWhileLocked(db, userId, now)
      await limits.takeStrict(policy, bucket)
      const result = await work().catch(async (fault) => {
        const isWrong = fault instanceof Refusal && fault.code === errors.pin_invalid.code
        // That one try is lost is nothing beside what the work has to say.
        if (!isWrong) await limits.giveBackStrict(policy, bucket).catch(() => undefined)
        throw fault
      })
      await refill()
      return result
    },
  }
}
