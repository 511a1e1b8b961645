import { addMs, SECOND_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { enqueueMail } from '../../../platform/mail/mail-queue.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { codeEmail } from '../../accounts/public/code-email.ts'
import { consumeOneTimeCode } from '../../accounts/public/consume-one-time-code.ts'
import { issueOneTimeCode } from '../../accounts/public/issue-one-time-code.ts'
import { lockOwnAccount } from '../../accounts/public/own-account.ts'
import { pinChangedEmail } from '../email-templates.ts'
import { errors } from '../errors.ts'
import { isWeakPin } from './pin.ts'
import { hashPin } from './pin-hash.ts'
import { deletePinTokens, findPin, replacePin } from './queries.ts'

/** Sends a code by e-mail, also while the PIN is locked. */
export async function sendPinResetCode(
  tx: Tx,
  { userId, publicUrl, now }: { userId: UserId; publicUrl: string; now: Date },
): Promise<void> {
  const account = await lockOwnAccount(tx, userId)
  if (!(await findPin(tx, userId))) throw errors.pin_not_set()
  const code = await issueOneTimeCode(tx, 'wallet_pin_reset', userId, now)
  const mail = codeEmail('wallet_pin_reset', { ...account, to: account.email, code, publicUrl })
  await enqueueMail(tx, mail, now)
}

interface ResetPin {
  userId: UserId
  code: string
  newPin: string
  offRampBlockSeconds: number
  now: Date
}

/** Sets a new PIN with the code from the e-mail. Removes the lock and all PIN tokens and blocks payouts for a time. */
export async function resetPin(
  tx: Tx,
  { userId, code, newPin, offRampBlockSeconds, now }: ResetPin,
): Promise<void> {
  // Checked before the code, so that the code stays valid for a better PIN.
  if (isWeakPin(newPin)) throw errors.weak_pin()
  const account = await lockOwnAccount(tx, userId)
  await consumeOneTimeCode(tx, { purpose: 'wallet_pin_reset', subject: userId, code, now })
  const offRampBlockedUntil = addMs(now, offRampBlockSeconds * SECOND_MS)
  await replacePin(tx, userId, { hash: await hashPin(userId, newPin), offRampBlockedUntil }, now)
  await deletePinTokens(tx, userId)
  await enqueueMail(tx, pinChangedEmail(account), now)
}
