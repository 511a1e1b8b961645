import { postMail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/tx.ts'
import { type Account, findAccount, findAccountByEmail } from '../accounts/queries.ts'
import { type RegisterUser, registerUser } from '../accounts/register-user.ts'
import { issueCode } from '../codes/issue-code.ts'
import { peekCode, useCode } from '../codes/use-code.ts'
import { errors } from '../errors.ts'
import { signInCodeLetter } from '../letters.ts'
import { checkSecondFactor } from '../two-factor/check-second-factor.ts'
import { markEmailVerified } from './mark-email-verified.ts'

/** Sent to anyone who asks, registered or not: the code is what registers, too. */
export async function sendSignInCode(tx: Tx, { email, now }: { email: string; now: Date }): Promise<void> {
  const code = await issueCode(tx, 'sign_in', email.toLowerCase(), now)
  await postMail(tx, signInCodeLetter(email, code), now)
}

type SignInWithCode = Omit<RegisterUser, 'username' | 'passwordHash' | 'emailIsVerified'> & {
  code: string
  username: string | undefined
  totpCode: string | undefined
}

/** Signs in by a mailed code, and registers whoever is new and says a username. */
export async function signInWithCode(tx: Tx, request: SignInWithCode): Promise<Account> {
  const { email, code, now, totpCode } = request
  const proof = { purpose: 'sign_in' as const, subject: email.toLowerCase(), code, now }
  const account = await findAccountByEmail(tx, email)
  if (!account) {
    if (request.username === undefined) {
      await peekCode(tx, proof)
      throw errors.user_not_found()
    }
    await useCode(tx, proof)
    const { userId } = await registerUser(tx, {
      ...request,
      username: request.username,
      passwordHash: null,
      emailIsVerified: true,
    })
    return (await findAccount(tx, userId))!
  }
  if (account.twoFactorEnabledAt && totpCode === undefined) {
    await peekCode(tx, proof)
    throw errors.two_factor_required()
  }
  await useCode(tx, proof)
  if (account.suspendedAt) throw errors.account_suspended()
  await checkSecondFactor(tx, { account, code: totpCode, now })
  await markEmailVerified(tx, account.id, now)
  return account
}
