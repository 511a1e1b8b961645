import { addMs, SECOND_MS } from '../../../platform/clock.ts'
import type { UserId } from '../../../platform/ids.ts'
import { enqueueMail } from '../../../platform/mail/mail-queue.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { lockOwnAccount } from '../../accounts/public/own-account.ts'
import { issueUndoLink } from '../../accounts/public/undo-link.ts'
import { firstPinSetEmail, pinChangedEmail } from '../email-templates.ts'
import { errors } from '../errors.ts'
import { checkPin } from './check-pin.ts'
import { isWeakPin } from './pin.ts'
import { hashPin } from './pin-hash.ts'
import { deletePinTokens, findPin, insertPin, replacePin } from './queries.ts'

interface SetPin {
  userId: UserId
  pin: string
  currentPin: string | undefined
  now: Date
}

export interface FirstPinSettings {
  /** How long payouts are blocked after the first PIN. */
  firstPinBlockSeconds: number
  /** The address of the service, for the link in the mail. */
  publicUrl: string
}

/**
 * Sets the first PIN, or changes the PIN with the current one. The first PIN needs no proof, so the mail about it has a
 * link that removes it, and payouts are blocked for a time.
 */
export async function setPin(
  tx: Tx,
  { userId, pin, currentPin, now }: SetPin,
  { firstPinBlockSeconds, publicUrl }: FirstPinSettings,
): Promise<void> {
  if (isWeakPin(pin)) throw errors.weak_pin()
  const account = await lockOwnAccount(tx, userId)
  if (!(await findPin(tx, userId))) {
    const offRampBlockedUntil = firstPinBlockSeconds > 0 ? addMs(now, firstPinBlockSeconds * SECOND_MS) : null
    // The account lock excludes concurrent calls; the primary key is the last guard.
    if (!(await insertPin(tx, userId, { hash: await hashPin(userId, pin), offRampBlockedUntil }, now)))
      throw errors.pin_already_set()
    const undoUrl = await issueUndoLink(tx, { userId, change: 'wallet_pin_set', publicUrl, now })
    await enqueueMail(tx, firstPinSetEmail(account, undoUrl), now)
    return
  }
  if (currentPin === undefined) throw errors.pin_already_set()
  await checkPin(tx, { userId, pin: currentPin, now })
  if (pin === currentPin) throw errors.weak_pin({ message: 'This is the current PIN. Choose another one.' })
  await replacePin(tx, userId, { hash: await hashPin(userId, pin), offRampBlockedUntil: null }, now)
  await deletePinTokens(tx, userId)
  await enqueueMail(tx, pinChangedEmail(account), now)
}
