import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors } from '../accounts/errors.ts'
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
import { dailyCodeLimit } from './sign-in-limits.ts'

/**
 * Sent to anyone who asks, registered or not: the code is what registers, too. To the address as its owner wrote it: there
 * are mail servers to which another case of its letters is another mailbox.
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

/** Signs in by a mailed code, and registers whoever is new and says a username. */
export async function signInWithCode(tx: Tx, request: SignInWithCode): Promise<Account> {
  const { email, code, address, now, totpCode } = request
  const account = await lockAccountByEmail(tx, email)
  await consumeOneTimeCode(tx, { purpose: 'sign_in', subject: email.toLowerCase(), code, address, now })
  if (!account) return register(tx, request)
  if (account.suspendedAt) throw errors.account_suspended()
  // Before the second factor is asked for: it may be a stranger's.
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
