import { addMs, DAY_MS, SECOND_MS } from '../../../platform/clock.ts'
import { commonErrors } from '../../../platform/errors.ts'
import { newNumericCode } from '../../../platform/ids.ts'
import { clientNetwork } from '../../../platform/rate-limits/client-network.ts'
import { hmacSha256 } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { findSendTimes, replaceCode } from '../one-time-code-queries.ts'
import {
  CODE_DIGITS,
  CODE_LIFETIME_MS,
  type CodePurpose,
  DAILY_SEND_LIMIT,
  RESEND_DELAY_SECONDS,
} from './one-time-code.ts'

/** Replaces the code of this purpose and subject. Throws `RATE_LIMITED` within a minute of the last one, or above the daily limit. */
export async function issueOneTimeCode(
  tx: Tx,
  purpose: CodePurpose,
  subject: string,
  now: Date,
): Promise<string> {
  const code = await tryIssueOneTimeCode(tx, purpose, subject, now)
  if (code !== undefined) return code
  const times = await findSendTimes(tx, purpose, subject)
  const nextSend = !times
    ? now
    : times.sendsInWindow >= DAILY_SEND_LIMIT
      ? addMs(times.windowStartedAt, DAY_MS)
      : addMs(times.sentAt, RESEND_DELAY_SECONDS * SECOND_MS)
  throw commonErrors.rate_limited({
    message: 'A code was sent recently. Wait for the time in Retry-After.',
    retryAfterSeconds: (nextSend.getTime() - now.getTime()) / SECOND_MS,
  })
}

/**
 * Returns undefined instead of an error when a limit applies. Endpoints that must not reveal which addresses are
 * registered must not reveal recent requests either.
 */
export async function tryIssueOneTimeCode(
  tx: Tx,
  purpose: CodePurpose,
  subject: string,
  now: Date,
  { dailySendLimit, address }: { dailySendLimit: number; address?: string } = {
    dailySendLimit: DAILY_SEND_LIMIT,
  },
): Promise<string | undefined> {
  const code = newNumericCode(CODE_DIGITS)
  const digest = codeDigest(purpose, subject, code)
  const issued = await replaceCode(
    tx,
    {
      purpose,
      subject,
      digest,
      expiresAt: addMs(now, CODE_LIFETIME_MS),
      dailySendLimit,
      requesterNetworkDigest: networkDigest(address),
    },
    now,
  )
  return issued ? code : undefined
}

/** Stored instead of the client's address: it can be compared, but does not reveal the network. */
export function networkDigest(address: string | undefined): Buffer | null {
  return address === undefined ? null : hmacSha256('one-time-code network', clientNetwork(address))
}

/** Keyed, because a plain hash of six digits is found by trying a million; bound to purpose and subject. */
export function codeDigest(purpose: CodePurpose, subject: string, code: string): Buffer {
  return hmacSha256('one-time-code', `${purpose}\0${subject}\0${code}`)
}
