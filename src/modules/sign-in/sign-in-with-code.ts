import type { Caller } from '../../platform/http/caller.ts'
import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import {
  type Account,
  findAccount,
  findAccountByEmail,
  lockAccountByEmail,
  updateEmailVerified,
} from '../accounts/public/account.ts'
import { codeEmail } from '../accounts/public/code-email.ts'
import { consumeOneTimeCode } from '../accounts/public/consume-one-time-code.ts'
import { tryIssueOneTimeCode } from '../accounts/public/issue-one-time-code.ts'
import type { RegisterUser } from '../accounts/public/register-user.ts'
import type { ClaimedAccount } from '../sessions/public/session-response.ts'
import { shareLockOwnSession } from '../sessions/public/share-lock-session.ts'
import type { SettingsDeps } from '../site-settings/public/runtime-settings-cache.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { claimBySignIn } from './claim-unverified-account.ts'
import { errors } from './errors.ts'
import { registerLearner, requireSignUpOpen } from './register-learner.ts'
import { dailyCodeLimit } from './sign-in-limits.ts'

interface SendCode {
  email: string
  address: string
  publicUrl: string
  now: Date
}

/**
 * Sends a code to registered and new addresses alike, because the code can also register. Uses the spelling of the
 * registered address, because some mail servers distinguish upper and lower case.
 */
export async function sendSignInCode(tx: Tx, { email, address, publicUrl, now }: SendCode): Promise<void> {
  const dailySendLimit = await dailyCodeLimit(tx, email, address)
  const code = await tryIssueOneTimeCode(tx, 'sign_in', email.toLowerCase(), now, { dailySendLimit, address })
  const account = await findAccountByEmail(tx, email)
  if (code === undefined) return
  const { email: to, language } = account ?? { email, language: 'en' }
  await enqueueMail(tx, codeEmail('sign_in', { to, language, code, publicUrl }), now)
}

type SignInWithCode = Omit<RegisterUser, 'username' | 'passwordHash' | 'verification'> & {
  code: string
  username: string | undefined
  totpCode: string | undefined
  /** The session in which the client is signed in already, if any. */
  caller: Caller | undefined
  settings: SettingsDeps
}

export interface SignedInAccount extends Account {
  /** Set if the sign-in claimed an unverified account. */
  claimedAccount?: ClaimedAccount
}

/** Registers an account if the address is new and the request has a username. */
export async function signInWithCode(tx: Tx, request: SignInWithCode): Promise<SignedInAccount> {
  const { email, code, address, now, totpCode, caller } = request
  const account = await lockAccountByEmail(tx, email)
  await consumeOneTimeCode(tx, { purpose: 'sign_in', subject: email.toLowerCase(), code, address, now })
  if (!account) return register(tx, request)
  if (account.suspendedAt) throw accountErrors.account_suspended()
  const isOwnSession = caller?.userId === account.id
  // An unverified account is claimed without its second factor, which another person may have set up.
  if (!account.emailVerifiedAt && !isOwnSession)
    return { ...account, claimedAccount: await claimBySignIn(tx, { account, now }) }
  await checkSecondFactor(tx, { account, code: totpCode, now })
  // The client of a session of this account has proved the address: the session and the password are its own.
  if (!account.emailVerifiedAt && isOwnSession) {
    await updateEmailVerified(tx, account.id, now)
    await shareLockOwnSession(tx, caller)
  }
  return account
}

async function register(tx: Tx, request: SignInWithCode): Promise<Account> {
  const { username, settings } = request
  // First: without sign-up, a username does not help.
  await requireSignUpOpen(tx, settings)
  if (username === undefined) throw errors.user_not_found()
  const { userId } = await registerLearner(tx, settings, {
    ...request,
    username,
    passwordHash: null,
    verification: 'done',
  })
  return (await findAccount(tx, userId))!
}
