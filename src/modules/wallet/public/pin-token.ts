import { addMs } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newToken } from '../../../platform/ids.ts'
import { sha256 } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { z } from '../../../platform/zod.ts'
import { PIN_TOKEN_LIFETIME_MS } from '../pin/pin.ts'
import { deletePinToken, insertPinToken } from '../pin/queries.ts'

export const PinTokenSchema = z.string().min(1).max(200).optional()
export const PinTokenHeader = z.object({ 'x-pin-token': PinTokenSchema })

/** The header has priority over the body. */
export function pinTokenOf(
  headers: Record<string, string | undefined>,
  body: { pinToken?: string | undefined },
): string | undefined {
  return headers['x-pin-token'] ?? body.pinToken
}

/** Creates a token that replaces the PIN in this session, for five minutes and one operation. */
export async function issuePinToken(tx: Tx, { userId, sessionId }: Caller, now: Date): Promise<string> {
  const token = newToken()
  const expiresAt = addMs(now, PIN_TOKEN_LIFETIME_MS)
  await insertPinToken(tx, { digest: sha256(token), userId, sessionId, expiresAt })
  return token
}

/** Returns whether the token was valid. The token is deleted with the commit, so a refused operation keeps it. */
export function consumePinToken(
  tx: Tx,
  { userId, sessionId }: Caller,
  token: string,
  now: Date,
): Promise<boolean> {
  return deletePinToken(tx, { digest: sha256(token), userId, sessionId }, now)
}
