import type { RequestWrite } from '../../platform/http/request-write.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import { findAccountByEmail, lockAccount } from '../accounts/public/account.ts'
import { verifyDummyPassword, verifyPassword } from '../accounts/public/password.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { errors } from './errors.ts'
import { respondWithSession } from './respond-with-session.ts'
import { passwordAttemptLimit } from './sign-in-limits.ts'

interface SignInWithPassword {
  email: string
  password: string
  totpCode?: string | undefined
  userAgent: string | undefined
  address: string
  write: RequestWrite
  now: Date
}

/**
 * An unknown e-mail address and a wrong password get the same error after the same work. A correct password refills the
 * attempt limit, so that only wrong ones count.
 */
export async function signInWithPassword(
  deps: SessionDeps,
  { password, totpCode, userAgent, address, write, now, ...request }: SignInWithPassword,
) {
  const { platform } = deps
  // One spelling for the limit and the query: otherwise each case variant would have a limit of its own.
  const email = request.email.toLowerCase()
  const attemptLimit = await passwordAttemptLimit(platform, { email, address })
  await attemptLimit.take()
  const account = await findAccountByEmail(platform.db, email)
  const isCorrect = account?.passwordHash
    ? await verifyPassword(password, account.passwordHash)
    : await verifyDummyPassword(password)
  if (!account || !isCorrect) throw errors.invalid_credentials()
  const session = { method: 'password' as const, userAgent, address, write, now }
  const response = await respondWithSession(deps, session, async (tx) => {
    // The account may have changed during the comparison.
    const current = await lockAccount(tx, account.id)
    if (!current || current.passwordHash !== account.passwordHash) throw errors.invalid_credentials()
    if (current.suspendedAt) throw accountErrors.account_suspended()
    await checkSecondFactor(tx, { account: current, code: totpCode, now })
    return current
  })
  await attemptLimit.refill()
  return response
}
