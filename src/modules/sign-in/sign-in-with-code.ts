import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import {
  type Account,
  findAccount,
  findAccountByEmail,
  lockAccountByEmail,
} from '../accounts/public/account.ts'
import { consumeOneTimeCode } from '../accounts/public/consume-one-time-code.ts'
import { tryIssueOneTimeCode } from '../accounts/public/issue-one-time-code.ts'
import { type RegisterUser, registerUser } from '../accounts/public/register-user.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { claimUnverifiedAccount } from './claim-unverified-account.ts'
import { signInCodeEmail } from './email-templates.ts'
import { errors } from './errors.ts'
import { dailyCodeLimit } from './sign-in-limits.ts'

/**
 * Sends a code to registered and new addresses alike, because the code can also register. Uses the spelling of the
 * registered address, because some mail servers distinguish upper and lower case.
 */
export async function sendSignInCode(
  tx: Tx,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const dailySendLimit = await dailyCodeLimit(tx, email, address)
  const code = await tryIssueOneTimeCode(tx, 'sign_in', email.toLowerCase(), now, { dailySendLimit, address })
  const account = await findAccountByEmail(tx, email)
  if (code !== undefined) await enqueueMail(tx, signInCodeEmail(account?.email ?? email, code), now)
}

type SignInWithCode = Omit<RegisterUser, 'username' | 'passwordHash' | 'emailIsVerified'> & {
  code: string
  username: string | undefined
  totpCode: string | undefined
}

/** Registers an account if the address is new and the request has a username. */
export async function signInWithCode(tx: Tx, request: SignInWithCode): Promise<Account> {
  const { email, code, address, now, totpCode } = request
  const account = await lockAccountByEmail(tx, email)
  await consumeOneTimeCode(tx, { purpose: 'sign_in', subject: email.toLowerCase(), code, address, now })
  if (!account) return register(tx, request)
  if (account.suspendedAt) throw accountErrors.account_suspended()
  // An unverified account is claimed without its second factor, which another person may have set up.
  if (account.emailVerifiedAt) await checkSecondFactor(tx, { account, code: totpCode, now })
  else await claimUnverifiedAccount(tx, { userId: account.id, now })
  return account
}

async function register(tx: Tx, request: SignInWithCode): Promise<Account> {
  const { username } = request
  if (username === undefined) throw errors.user_not_found()
  const { userId } = await registerUser(tx, {
    ...request,
    username,
    passwordHash: null,
    emailIsVerified: true,
  })
  return (await findAccount(tx, userId))!
}
