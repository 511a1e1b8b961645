import type { Db } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { clientNetwork } from '../../platform/rate-limits/client-network.ts'
import { DAILY_SEND_LIMIT } from '../accounts/public/one-time-code.ts'
import { listSignInAddresses } from '../sessions/public/sign-in-addresses.ts'

/** Higher for networks with an earlier sign-in, because an attacker may have used up the limit of other networks. */
const KNOWN_NETWORK_DAILY_SEND_LIMIT = 2 * DAILY_SEND_LIMIT

/** Whether the account of this e-mail address has an earlier sign-in from the client's network. */
async function isKnownNetwork(db: Db, email: string, address: string): Promise<boolean> {
  const network = clientNetwork(address)
  const knownAddresses = await listSignInAddresses(db, email.toLowerCase())
  return knownAddresses.some((known) => clientNetwork(known) === network)
}

/** How many codes a day may be sent to an e-mail address at the request of this client. */
export async function dailyCodeLimit(db: Db, email: string, address: string): Promise<number> {
  return (await isKnownNetwork(db, email, address)) ? KNOWN_NETWORK_DAILY_SEND_LIMIT : DAILY_SEND_LIMIT
}

interface AttemptLimit {
  /** Counts an attempt. Throws `RATE_LIMITED` above the limit. */
  take(): Promise<void>
  /** Resets the limit after a successful attempt. */
  refill(): Promise<void>
}

/**
 * The limit of attempts at an account's password. Attempts from a network with an earlier sign-in have their own
 * limit. Otherwise an attacker who knows the e-mail address could lock the owner out.
 */
export async function passwordAttemptLimit(
  { db, rateLimits, config }: Pick<Platform, 'db' | 'rateLimits' | 'config'>,
  { email, address }: { email: string; address: string },
): Promise<AttemptLimit> {
  const policy = config.limits.credentialsPerAccount
  const account = email.toLowerCase()
  // The e-mail address comes last, so that a crafted address cannot name the bucket of another account or of a PIN.
  const bucket = (await isKnownNetwork(db, account, address))
    ? `password at ${clientNetwork(address)}:${account}`
    : `password:${account}`
  return {
    take: () => rateLimits.takeStrict(policy, bucket),
    refill: () => rateLimits.refillStrict(policy, bucket),
  }
}
