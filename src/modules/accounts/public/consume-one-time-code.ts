import { withCommit } from '../../../platform/errors.ts'
import { constantTimeEqual } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { errors } from '../errors.ts'
import { updateAttempts, updateCodeUsed } from '../one-time-code-queries.ts'
import { codeDigest, networkDigest } from './issue-one-time-code.ts'
import { CODE_MAX_ATTEMPTS, type CodePurpose } from './one-time-code.ts'

interface ConsumeOneTimeCode {
  purpose: CodePurpose
  subject: string
  code: string
  /** The client's address, if the client is not signed in. */
  address?: string
  now: Date
}

/**
 * Consumes the code, or throws. A wrong attempt stays counted although the request fails; a correct code is rolled
 * back with any later error of the request, so it can be used again. Attempts from another network than the
 * requester's are counted separately, so an attacker who knows only the e-mail address cannot use up the owner's
 * attempts.
 */
export async function consumeOneTimeCode(
  tx: Tx,
  { purpose, subject, code, address, now }: ConsumeOneTimeCode,
): Promise<void> {
  const attempt = await updateAttempts(tx, purpose, subject, networkDigest(address))
  if (!attempt) throw errors.code_invalid()
  const expired = attempt.usedAt !== null || attempt.expiresAt <= now || attempt.attempts > CODE_MAX_ATTEMPTS
  if (expired) throw withCommit(errors.code_expired())
  if (!constantTimeEqual(attempt.digest, codeDigest(purpose, subject, code))) {
    throw withCommit(
      errors.code_invalid({ extra: { remainingAttempts: CODE_MAX_ATTEMPTS - attempt.attempts } }),
    )
  }
  await updateCodeUsed(tx, purpose, subject, now)
}
