import { DAY_MS, later, SECOND_MS } from '../../../platform/clock.ts'
import { refusals } from '../../../platform/errors.ts'
import { newNumericCode } from '../../../platform/ids.ts'
import { networkOf } from '../../../platform/limits/network.ts'
import { keyedDigest } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/tx.ts'
import {
  CODE_DIGITS,
  CODE_LIFETIME_MS,
  type CodePurpose,
  SECONDS_BETWEEN_SENDS,
  SENDS_A_DAY,
} from './one-time-code.ts'
import { findSendTimes, replaceCode } from './queries.ts'

/** Makes a new code, which ends the old one. Refuses when one was sent a moment ago, or too many today. */
export async function issueCode(tx: Tx, purpose: CodePurpose, subject: string, now: Date): Promise<string> {
  const code = await issueCodeUnlessRecent(tx, purpose, subject, now)
  if (code !== undefined) return code
  const times = await findSendTimes(tx, purpose, subject)
  const nextSend = !times
    ? now
    : times.sentInDay >= SENDS_A_DAY
      ? later(times.dayStartedAt, DAY_MS)
      : later(times.sentAt, SECONDS_BETWEEN_SENDS * SECOND_MS)
  throw refusals.rate_limited({
    message: 'A code was sent a moment ago. Wait as long as Retry-After says.',
    retryAfterSeconds: (nextSend.getTime() - now.getTime()) / SECOND_MS,
  })
}

/** Undefined instead of a refusal: who must not tell who is registered must not tell who asked a moment ago either. */
export async function issueCodeUnlessRecent(
  tx: Tx,
  purpose: CodePurpose,
  subject: string,
  now: Date,
  { sendsADay, address }: { sendsADay: number; address?: string } = { sendsADay: SENDS_A_DAY },
): Promise<string | undefined> {
  const code = newNumericCode(CODE_DIGITS)
  const digest = codeDigest(purpose, subject, code)
  const issued = await replaceCode(
    tx,
    {
      purpose,
      subject,
      digest,
      expiresAt: later(now, CODE_LIFETIME_MS),
      sendsADay,
      askedFrom: placeDigest(address),
    },
    now,
  )
  return issued && code
}

/** Which network it is, for comparing; from its digest nobody learns where somebody was. */
export function placeDigest(address: string | undefined): Buffer | null {
  return address === undefined ? null : keyedDigest('one-time-code place', networkOf(address))
}

/** Six digits fall to a search of a million tries, so the digest needs our key, and is bound to its use. */
export function codeDigest(purpose: CodePurpose, subject: string, code: string): Buffer {
  return keyedDigest('one-time-code', `${purpose}\0${subject}\0${code}`)
}
