import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { clientNetwork } from '../../platform/rate-limits/client-network.ts'
import { DAILY_SEND_LIMIT, KNOWN_NETWORK_DAILY_SEND_LIMIT } from '../accounts/public/one-time-code.ts'
import { listSignInAddresses } from '../sessions/queries.ts'

/** Whether somebody has signed in to the account of this address from this network before. */
async function isKnownNetwork(db: Db, email: string, address: string): Promise<boolean> {
  const network = clientNetwork(address)
  const knownAddresses = await listSignInAddresses(db, email.toLowerCase())
  return knownAddresses.some((each) => clientNetwork(each) === network)
}

/** How many codes a day may be mailed to whoever asks from here. */
export async function dailyCodeLimit(db: Db, email: string, address: string): Promise<number> {
  return (await isKnownNetwork(db, email, address)) ? KNOWN_NETWORK_DAILY_SEND_LIMIT : DAILY_SEND_LIMIT
}

interface AttemptLimit {
  /** Counts one, or refuses when there were too many. */
  take(): Promise<void>
  /** Whoever proved to be the right one starts afresh. */
  refill(): Promise<void>
}

/**
 * The limit of attempts at an account's password. Attempts from a network with an earlier sign-in have their own
 * limit. Otherwise an attacker who knows the e-mail address could lock the owner out.
 */
export async function passwordAttemptLimit(
  { db, rateLimits: limits, config }: Pick<Platform, 'db' | 'rateLimits' | 'config'>,
  { email, address }: { email: string; address: string },
): Promise<AttemptLimit> {
  const policy = config.limits.credentialsPerAccount
  const account = email.toLowerCase()
  // What a stranger wrote stands last, so that it names no other bucket: not the owner's at home, not one of a PIN.
  const bucket = (await isKnownNetwork(db, account, address))
    ? `password at ${clientNetwork(address)}:${account}`
    : `password:${account}`
  return {
    take: () => limits.takeStrict(policy, bucket),
    refill: () => limits.refillStrict(policy, bucket),
  }
}
