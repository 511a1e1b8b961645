import type { StoreResponse } from '../../platform/http/endpoint.ts'
import { errors } from '../accounts/errors.ts'
import { findAccountByEmail, lockAccount } from '../accounts/public/account.ts'
import { verifyDummyPassword, verifyPassword } from '../accounts/public/password.ts'
import { createSession } from '../sessions/public/create-session.ts'
import type { SessionDeps } from '../sessions/public/session-deps.ts'
import { createSessionResponse } from '../sessions/public/session-response.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { passwordAttemptLimit } from './sign-in-limits.ts'

interface SignInWithPassword {
  email: string
  password: string
  totpCode?: string | undefined
  userAgent: string | undefined
  address: string
  storeResponse: StoreResponse
  now: Date
}

/**
 * Signs in by password. An unknown address and a wrong password are one answer after the same work; the
 * bucket of the account is filled again by the right password, so that only wrong ones count.
 */
export async function signInWithPassword(deps: SessionDeps, request: SignInWithPassword) {
  const { platform } = deps
  const { now } = request
  const email = request.email.toLowerCase()
  const attemptLimit = await passwordAttemptLimit(platform, { email, address: request.address })
  await attemptLimit.take()
  // The same spelling for both: letters that only PostgreSQL takes for ours would each be a bucket of their own.
  const account = await findAccountByEmail(platform.db, email)
  const isCorrect = account?.passwordHash
    ? await verifyPassword(request.password, account.passwordHash)
    : await verifyDummyPassword(request.password)
  if (!account || !isCorrect) throw errors.invalid_credentials()
  const response = await platform.write(async (tx) => {
    // All may have changed while we compared: what was right then may be right no more.
    const current = await lockAccount(tx, account.id)
    if (!current || current.passwordHash !== account.passwordHash) throw errors.invalid_credentials()
    if (current.suspendedAt) throw errors.account_suspended()
    await checkSecondFactor(tx, { account: current, code: request.totpCode, now })
    const createdSession = await createSession(tx, {
      userId: current.id,
      method: 'password',
      userAgent: request.userAgent,
      address: request.address,
      now,
    })
    return request.storeResponse(tx, await createSessionResponse(deps, tx, createdSession, current))
  })
  await attemptLimit.refill()
  return response
}
