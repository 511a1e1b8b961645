import { newReadableCode } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import {
  type Account,
  findAccount,
  findAccountByEmail,
  findUsernameHolder,
  updateEmailVerified,
  updatePasswordHash,
} from '../accounts/queries.ts'
import { type RegisterUser, registerUser } from '../accounts/register-user.ts'
import { errors } from '../errors.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { checkSecondFactor } from '../two-factor/check-second-factor.ts'
import { findSocialIdentity, insertSocialIdentity } from './queries.ts'
import type { SocialClaims } from './verify-id-token.ts'

type SignInWithProvider = Omit<RegisterUser, 'email' | 'username' | 'passwordHash' | 'emailIsVerified'> & {
  claims: SocialClaims
  username: string | undefined
  totpCode: string | undefined
}

/** Signs in whoever the provider vouches for; links the account that has the address, or makes one. */
export async function signInWithProvider(tx: Tx, request: SignInWithProvider): Promise<Account> {
  const { claims, now } = request
  const known = await findSocialIdentity(tx, claims.provider, claims.subject)
  const account = known ? await findAccount(tx, known.userId) : await linkOrRegister(tx, request)
  if (!account) throw errors.social_token_invalid()
  if (account.suspendedAt) throw errors.account_suspended()
  await checkSecondFactor(tx, { account, code: request.totpCode, now })
  return account
}

async function linkOrRegister(tx: Tx, request: SignInWithProvider): Promise<Account | undefined> {
  const { claims, now } = request
  // An address that even the provider has not checked could be anybody's.
  if (!claims.emailIsVerified)
    throw errors.social_token_invalid({ message: 'The provider has not verified this e-mail address.' })
  const holder = await findAccountByEmail(tx, claims.email)
  if (holder && !holder.emailVerifiedAt) {
    // Somebody registered this address without ever proving it. Its owner is here now: the stranger is locked out.
    await updatePasswordHash(tx, holder.id, null)
    await revokeAllSessions(tx, holder.id, 'address proved by its owner', now)
    await updateEmailVerified(tx, holder.id, now)
  }
  const userId = holder?.id ?? (await register(tx, request))
  if (!(await insertSocialIdentity(tx, userId, claims, now))) throw errors.social_token_invalid()
  return findAccount(tx, userId)
}

async function register(tx: Tx, request: SignInWithProvider) {
  const username = request.username ?? (await freeUsername(tx, request.claims.email))
  const { userId } = await registerUser(tx, {
    ...request,
    email: request.claims.email,
    username,
    passwordHash: null,
    emailIsVerified: true,
  })
  return userId
}

/** The part before the @, as far as it makes a username, with a few signs more when it is taken. */
async function freeUsername(tx: Tx, email: string): Promise<string> {
  const base = email
    .split('@')[0]!
    .replaceAll(/[^A-Za-z0-9_.]/g, '')
    .slice(0, 20)
    .padEnd(3, '_')
  if (!(await findUsernameHolder(tx, base))) return base
  return `${base}_${newReadableCode(6).toLowerCase()}`
}
