import { postMail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/tx.ts'
import { sendsADayTo } from '../accounts/known-places.ts'
import { type Account, findAccount, findAccountByEmail, lockAccountByEmail } from '../accounts/queries.ts'
import { type RegisterUser, registerUser } from '../accounts/register-user.ts'
import { issueCodeUnlessRecent } from '../codes/issue-code.ts'
import { useCode } from '../codes/use-code.ts'
import { errors } from '../errors.ts'
import { signInCodeLetter } from '../letters.ts'
import { checkSecondFactor } from '../two-factor/check-second-factor.ts'
import { takeOverUnproved } from './take-over-unproved.ts'

/**
 * Sent to anyone who asks, registered or not: the code is what registers, too. To the address as its owner wrote it: there
 * are mail servers to which another case of its letters is another mailbox.
 */
export async function sendSignInCode(
  tx: Tx,
  { email, address, now }: { email: string; address: string; now: Date },
): Promise<void> {
  const sendsADay = await sendsADayTo(tx, email, address)
  const code = await issueCodeUnlessRecent(tx, 'sign_in', email.toLowerCase(), now, { sendsADay, address })
  const account = await findAccountByEmail(tx, email)
  if (code !== undefined) await postMail(tx, signInCodeLetter(account?.email ?? email, code), now)
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
  await useCode(tx, { purpose: 'sign_in', subject: email.toLowerCase(), code, address, now })
  if (!account) return register(tx, request)
  if (account.suspendedAt) throw errors.account_suspended()
  // Before the second factor is asked for: it may be a stranger's.
  if (account.emailVerifiedAt) await checkSecondFactor(tx, { account, code: totpCode, now })
  else await takeOverUnproved(tx, { userId: account.id, now })
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
