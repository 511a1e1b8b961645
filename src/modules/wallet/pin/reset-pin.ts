import { later, SECOND_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { postMail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/tx.ts'
import { lockOwnAccount } from '../../identity/accounts/lock-own-account.ts'
import { issueCode } from '../../identity/codes/issue-code.ts'
import { useCode } from '../../identity/codes/use-code.ts'
import { errors } from '../errors.ts'
import { pinChangedLetter, resetPinLetter } from '../letters.ts'
import { isWeakPin } from './pin.ts'
import { hashPin } from './pin-hash.ts'
import { deletePinTokens, findPin, replacePin } from './queries.ts'

/** Mails a code. It works while the PIN is locked, because it is what helps then. */
export async function sendPinResetCode(
  tx: Tx,
  { userId, now }: { userId: UserId; now: Date },
): Promise<void> {
  const account = await lockOwnAccount(tx, userId)
  if (!(await findPin(tx, userId))) throw errors.pin_not_set()
  const code = await issueCode(tx, 'wallet_pin_reset', userId, now)
  await postMail(tx, resetPinLetter(account.email, account.username, code), now)
}

interface ResetPin {
  userId: UserId
  code: string
  newPin: string
  offRampBlockSeconds: number
  now: Date
}

/** Sets a new PIN for whoever reads the mailbox: the lock and all PIN tokens end, and pay-outs rest for a while. */
export async function resetPin(
  tx: Tx,
  { userId, code, newPin, offRampBlockSeconds, now }: ResetPin,
): Promise<void> {
  // Before the code is looked at: it stays good for a better PIN.
  if (isWeakPin(newPin)) throw errors.weak_pin()
  const account = await lockOwnAccount(tx, userId)
  await useCode(tx, { purpose: 'wallet_pin_reset', subject: userId, code, now })
  const offRampBlockedUntil = later(now, offRampBlockSeconds * SECOND_MS)
  await replacePin(tx, userId, { hash: await hashPin(userId, newPin), offRampBlockedUntil }, now)
  await deletePinTokens(tx, userId)
  await postMail(tx, pinChangedLetter(account.email, account.username), now)
}
