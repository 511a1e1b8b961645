import { later } from '../../../platform/clock.ts'
import { newNumericCode } from '../../../platform/ids.ts'
import { keyedDigest } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
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
  const code = newNumericCode(CODE_DIGITS)
  const digest = codeDigest(purpose, subject, code)
  const issued = await replaceCode(
    tx,
    { purpose, subject, digest, expiresAt: later(now, CODE_LIFETIME_MS) },
    now,
  )
  if (issued) return code

  const times = await findSendTimes(tx, purpose, subject)
  const nextSend = !times
    ? now
    : times.sentInDay >= SENDS_A_DAY
      ? later(times.dayStartedAt, 24 * 3_600_000)
      : later(times.sentAt, SECONDS_BETWEEN_SENDS * 1000)
  throw errors.code_sent_recently({ retryAfterSeconds: (nextSend.getTime() - now.getTime()) / 1000 })
}

/** Six digits fall to a search of a million tries, so the digest needs our key, and is bound to its use. */
export function codeDigest(purpose: CodePurpose, subject: string, code: string): Buffer {
  return keyedDigest('one-time-code', `${purpose}\0${subject}\0${code}`)
}
