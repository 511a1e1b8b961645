import { remembered } from '../../../platform/errors.ts'
import { sameBytes } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { codeDigest, placeDigest } from './issue-code.ts'
import { CODE_MAX_ATTEMPTS, type CodePurpose } from './one-time-code.ts'
import { updateAttempts, updateUsed } from './queries.ts'

interface UseCode {
  purpose: CodePurpose
  subject: string
  code: string
  /** From where, when that is all that is known of whoever tries. */
  address?: string
  now: Date
}

/**
 * Spends the code, or refuses. A wrong guess stays counted although the request is refused; a right one that is
 * followed by any other refusal is rolled back with it, so the code stays good for whoever has to come again with more.
 * Tries from elsewhere than where the code was asked for are counted by themselves: who knows no more than an address does
 * not end the code of whoever waits for it.
 */
export async function useCode(tx: Tx, { purpose, subject, code, address, now }: UseCode): Promise<void> {
  const counted = await updateAttempts(tx, purpose, subject, placeDigest(address))
  if (!counted) throw errors.code_invalid()
  const expired = counted.usedAt !== null || counted.expiresAt <= now || counted.attempts > CODE_MAX_ATTEMPTS
  if (expired) throw remembered(errors.code_expired())
  if (!sameBytes(counted.digest, codeDigest(purpose, subject, code))) {
    throw remembered(
      errors.code_invalid({ extra: { remainingAttempts: CODE_MAX_ATTEMPTS - counted.attempts } }),
    )
  }
  await updateUsed(tx, purpose, subject, now)
}
