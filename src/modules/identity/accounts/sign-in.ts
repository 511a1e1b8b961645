import type { KeepAnswer } from '../../../platform/http/endpoint.ts'
import { errors } from '../errors.ts'
import type { IdentityParts } from '../identity.ts'
import { openSession } from '../sessions/open-session.ts'
import { answerSession } from '../sessions/session-answer.ts'
import { checkSecondFactor } from '../two-factor/check-second-factor.ts'
import { guessesAt } from './known-places.ts'
import { verifyAgainstNobody, verifyPassword } from './password.ts'
import { findAccountByEmail, lockAccount } from './queries.ts'

interface SignInWithPassword {
  email: string
  password: string
  totpCode?: string | undefined
  userAgent: string | undefined
  address: string
  keepAnswer: KeepAnswer
  now: Date
}

/**
 * Signs in by password. An unknown address and a wrong password are one answer after the same work; the
 * bucket of the account is filled again by the right password, so that only wrong ones count.
 */
export async function signInWithPassword(parts: IdentityParts, request: SignInWithPassword) {
  const { platform } = parts
  const { now } = request
  const email = request.email.toLowerCase()
  const guesses = await guessesAt(platform, { email, address: request.address })
  await guesses.take()
  // The same spelling for both: letters that only PostgreSQL takes for ours would each be a bucket of their own.
  const account = await findAccountByEmail(platform.db, email)
  const right = account?.passwordHash
    ? await verifyPassword(request.password, account.passwordHash)
    : await verifyAgainstNobody(request.password)
  if (!account || !right) throw errors.invalid_credentials()
  const answer = await platform.write(async (tx) => {
    // All may have changed while we compared: what was right then may be right no more.
    const current = await lockAccount(tx, account.id)
    if (!current || current.passwordHash !== account.passwordHash) throw errors.invalid_credentials()
    if (current.suspendedAt) throw errors.account_suspended()
    await checkSecondFactor(tx, { account: current, code: request.totpCode, now })
    const opened = await openSession(tx, {
      userId: current.id,
      way: 'password',
      userAgent: request.userAgent,
      address: request.address,
      now,
    })
    return request.keepAnswer(tx, await answerSession(parts, tx, opened, current))
  })
  await guesses.refill()
  return answer
}
