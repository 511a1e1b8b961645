import { newReadableCode, type UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { errors as accountErrors } from '../accounts/errors.ts'
import { type Account, findAccount, lockAccount, lockAccountByEmail } from '../accounts/public/account.ts'
import type { RegisterUser } from '../accounts/public/register-user.ts'
import type { ClaimedAccount } from '../sessions/public/session-response.ts'
import type { SettingsDeps } from '../site-settings/public/runtime-settings-cache.ts'
import { checkSecondFactor } from './check-second-factor.ts'
import { claimBySignIn } from './claim-unverified-account.ts'
import { errors } from './errors.ts'
import { findSocialIdentity, insertSocialIdentity, lockFirstSignIn } from './queries.ts'
import { registerLearner } from './register-learner.ts'
import type { SocialClaims } from './verify-id-token.ts'

type SignInWithProvider = Omit<RegisterUser, 'email' | 'username' | 'passwordHash' | 'verification'> & {
  claims: SocialClaims
  username: string | undefined
  totpCode: string | undefined
  settings: SettingsDeps
}

/** Signs in to the linked account. On the first sign-in, links the account with this e-mail address or creates one. */
export async function signInWithProvider(
  tx: Tx,
  request: SignInWithProvider,
): Promise<Account & { claimedAccount?: ClaimedAccount }> {
  const { claims, now } = request
  const { account, isLinked, claimedAccount } = await findAccountFor(tx, request)
  if (!account) throw errors.social_token_invalid()
  if (account.suspendedAt) throw accountErrors.account_suspended()
  // Before the link is inserted: the error of a wrong code commits the transaction.
  await checkSecondFactor(tx, { account, code: request.totpCode, now })
  if (!isLinked && !(await insertSocialIdentity(tx, account.id, claims, now)))
    throw errors.social_token_invalid()
  return { ...account, ...(claimedAccount ? { claimedAccount } : {}) }
}

interface FoundAccount {
  account: Account | undefined
  /** False if the identity still has to be linked to the account. */
  isLinked: boolean
  claimedAccount?: ClaimedAccount | undefined
}

async function findAccountFor(tx: Tx, request: SignInWithProvider): Promise<FoundAccount> {
  const { claims, now } = request
  const known = await findSocialIdentity(tx, claims.provider, claims.subject)
  if (known) return { account: await lockAccount(tx, known.userId), isLinked: true }
  // An address that the provider has not verified may belong to another person.
  if (!claims.emailIsVerified)
    throw errors.social_token_invalid({ message: 'The provider has not verified this e-mail address.' })
  await lockFirstSignIn(tx, claims.email)
  const linked = await findSocialIdentity(tx, claims.provider, claims.subject)
  if (linked) return { account: await lockAccount(tx, linked.userId), isLinked: true }
  const existing = await lockAccountByEmail(tx, claims.email)
  const isUnverified = existing && !existing.emailVerifiedAt
  const claimedAccount = isUnverified ? await claimBySignIn(tx, { account: existing, now }) : undefined
  const userId = existing?.id ?? (await register(tx, request))
  return { account: await findAccount(tx, userId), isLinked: false, claimedAccount }
}

async function register(tx: Tx, request: SignInWithProvider): Promise<UserId> {
  const registerAs = async (username: string) => {
    const { userId } = await registerLearner(tx, request.settings, {
      ...request,
      email: request.claims.email,
      username,
      passwordHash: null,
      verification: 'done',
    })
    return userId
  }
  if (request.username !== undefined) return registerAs(request.username)
  const username = usernameFrom(request.claims.email)
  try {
    return await registerAs(username)
  } catch (error) {
    if ((error as { code?: string }).code !== accountErrors.username_taken.code) throw error
    return registerAs(`${username}_${newReadableCode(6).toLowerCase()}`)
  }
}

/** The part before the @, without characters that a username may not have. */
function usernameFrom(email: string): string {
  const name = email
    .split('@')[0]!
    .replaceAll(/[^A-Za-z0-9_.]/g, '')
    .slice(0, 20)
  return /[A-Za-z0-9]/.test(name) ? name.padEnd(3, '_') : 'somebody'
}
