import { later } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newToken } from '../../../platform/ids.ts'
import { digest } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/tx.ts'
import { PIN_TOKEN_LIFETIME_MS } from './pin.ts'
import { deletePinToken, insertPinToken } from './queries.ts'

/** The header that carries it, for endpoints whose body has no field for it. */
export const PIN_TOKEN_HEADER = 'x-pin-token'

/** A word that stands for the PIN in this session, for five minutes and one operation. */
export async function issuePinToken(tx: Tx, { userId, sessionId }: Caller, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = later(now, PIN_TOKEN_LIFETIME_MS)
  await insertPinToken(tx, { digest: digest(token), userId, sessionId, expiresAt })
  return token
}

/** True when it was good. It is spent when the transaction commits: an operation that is refused leaves it. */
export function spendPinToken(
  tx: Tx,
  { userId, sessionId }: Caller,
  token: string,
  now: Date,
): Promise<boolean> {
  return deletePinToken(tx, { digest: digest(token), userId, sessionId }, now)
}
