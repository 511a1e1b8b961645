import type { Db } from '../../../platform/db/database.ts'
import { networkOf } from '../../../platform/limits/network.ts'
import type { Platform } from '../../../platform/platform.ts'
import { SENDS_A_DAY, SENDS_A_DAY_TO_KNOWN_PLACES } from '../codes/one-time-code.ts'
import { listSignInAddresses } from '../sessions/queries.ts'

/** Whether somebody has signed in to the account of this address from this network before. */
async function isKnownPlace(db: Db, email: string, address: string): Promise<boolean> {
  const here = networkOf(address)
  const known = await listSignInAddresses(db, email.toLowerCase())
  return known.some((each) => networkOf(each) === here)
}

/** How many codes a day may be mailed to whoever asks from here. */
export async function sendsADayTo(db: Db, email: string, address: string): Promise<number> {
  return (await isKnownPlace(db, email, address)) ? SENDS_A_DAY_TO_KNOWN_PLACES : SENDS_A_DAY
}

interface Guesses {
  /** Counts one, or refuses when there were too many. */
  take(): Promise<void>
  /** Whoever proved to be the right one starts afresh. */
  refill(): Promise<void>
}

/**
 * The guesses at an account's password. Those from where its owner has signed in before are counted apart from
 * strangers': otherwise anybody who knows an address could keep its owner out by being wrong in time.
 */
export async function guessesAt(
  { db, limits, config }: Pick<Platform, 'db' | 'limits' | 'config'>,
  { email, address }: { email: string; address: string },
): Promise<Guesses> {
  const policy = config.limits.credentialsPerAccount
  const account = email.toLowerCase()
  // What a stranger wrote stands last, so that it names no other bucket: not the owner's at home, not one of a PIN.
  const bucket = (await isKnownPlace(db, account, address))
    ? `password at ${networkOf(address)}:${account}`
    : `password:${account}`
  return {
    take: () => limits.takeStrict(policy, bucket),
    refill: () => limits.refillStrict(policy, bucket),
  }
}
