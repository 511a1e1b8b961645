import { newReadableCode, type UserId } from '../../platform/ids.ts'
import { enqueueMail } from '../../platform/mail/mail-queue.ts'
import { seal } from '../../platform/secrets.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { updateTwoFactorEnabledAt } from '../accounts/public/account.ts'
import { lockOwnAccount } from '../accounts/public/own-account.ts'
import { issueUndoLink } from '../accounts/public/undo-link.ts'
import { type AuthenticatorSetup, createAuthenticator } from './authenticator.ts'
import { checkSecondFactor, consumeAuthenticatorCode, recoveryDigest } from './check-second-factor.ts'
import { twoFactorChangedEmail } from './email-templates.ts'
import { errors } from './errors.ts'
import { deleteTwoFactor, findSecret, replaceRecoveryCodes, replaceSecret } from './queries.ts'
import { describeTwoFactor } from './undo-two-factor.ts'

const RECOVERY_CODES = 10

/** Stores a new secret. Sign-in does not require it until `enableTwoFactor` has confirmed a code. */
export async function setUpTwoFactor(
  tx: Tx,
  { userId, siteName, now }: { userId: UserId; siteName: string; now: Date },
): Promise<AuthenticatorSetup> {
  const account = await lockOwnAccount(tx, userId)
  if (account.twoFactorEnabledAt) throw errors.two_factor_already_enabled()
  const setup = createAuthenticator(siteName, account.email)
  await replaceSecret(tx, userId, seal('two-factor', setup.secret), now)
  return setup
}

interface ChangeTwoFactor {
  userId: UserId
  code: string
  /** The address of the service, for the link in the mail that undoes the change. */
  publicUrl: string
  now: Date
}

/** Returns the recovery codes. Only their digests are stored, so they cannot be shown again. */
export async function enableTwoFactor(
  tx: Tx,
  { userId, code, publicUrl, now }: ChangeTwoFactor,
): Promise<string[]> {
  const account = await lockOwnAccount(tx, userId)
  if (account.twoFactorEnabledAt) throw errors.two_factor_already_enabled()
  if (!(await findSecret(tx, userId))) throw errors.two_factor_not_set_up()
  if (!(await consumeAuthenticatorCode(tx, userId, code, now))) throw errors.two_factor_invalid()
  const recoveryCodes = Array.from(
    { length: RECOVERY_CODES },
    () => `${newReadableCode(5)}-${newReadableCode(5)}`,
  )
  await replaceRecoveryCodes(
    tx,
    userId,
    recoveryCodes.map((recovery) => recoveryDigest(userId, recovery)),
  )
  await updateTwoFactorEnabledAt(tx, userId, now)
  const undoUrl = await issueUndoLink(tx, { userId, change: 'two_factor_enabled', publicUrl, now })
  const mail = twoFactorChangedEmail(account, { isEnabled: true, undoUrl })
  await enqueueMail(tx, mail, now)
  return recoveryCodes
}

export async function disableTwoFactor(
  tx: Tx,
  { userId, code, publicUrl, now }: ChangeTwoFactor,
): Promise<void> {
  const account = await lockOwnAccount(tx, userId)
  if (!account.twoFactorEnabledAt) throw errors.two_factor_not_enabled()
  await checkSecondFactor(tx, { account, code, now })
  const state = await describeTwoFactor(tx, userId)
  await deleteTwoFactor(tx, userId)
  await updateTwoFactorEnabledAt(tx, userId, null)
  const undoUrl = await issueUndoLink(tx, { userId, change: 'two_factor_disabled', state, publicUrl, now })
  const mail = twoFactorChangedEmail(account, { isEnabled: false, undoUrl })
  await enqueueMail(tx, mail, now)
}
