import { remembered } from '../../../platform/errors.ts'
import { sameBytes } from '../../../platform/secrets.ts'
import type { Tx } from '../../../platform/tx.ts'
import { errors } from '../errors.ts'
import { codeDigest } from './issue-code.ts'
import { CODE_MAX_ATTEMPTS, type CodePurpose } from './one-time-code.ts'
import { updateAttemptReturned, updateAttempts, updateUsed } from './queries.ts'

interface UseCode {
  purpose: CodePurpose
  subject: string
  code: string
  now: Date
}

/** Spends the code, or refuses. A wrong guess stays counted although the request is refused. */
export async function useCode(tx: Tx, { purpose, subject, code, now }: UseCode): Promise<void> {
  await checkCode(tx, { purpose, subject, code, now })
  await updateUsed(tx, purpose, subject, now)
}

/** Checks the code and leaves it usable, for a caller who has to come again with more. */
export async function peekCode(tx: Tx, { purpose, subject, code, now }: UseCode): Promise<void> {
  await checkCode(tx, { purpose, subject, code, now })
  await updateAttemptReturned(tx, purpose, subject)
}

async function checkCode(tx: Tx, { purpose, subject, code, now }: UseCode): Promise<void> {
  const counted = await updateAttempts(tx, purpose, subject)
  if (!counted) throw errors.code_invalid()
  const expired = counted.usedAt !== null || counted.expiresAt <= now || counted.attempts > CODE_MAX_ATTEMPTS
  if (expired) throw remembered(errors.code_expired())
  if (!sameBytes(counted.digest, codeDigest(purpose, subject, code))) {
    throw remembered(
      errors.code_invalid({ extra: { remainingAttempts: CODE_MAX_ATTEMPTS - counted.attempts } }),
    )
  }
}
