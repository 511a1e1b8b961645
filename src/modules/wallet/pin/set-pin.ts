import type { UserId } from '../../../platform/ids.ts'
import { enqueueMail } from '../../../platform/mail/mail-queue.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { lockOwnAccount } from '../../accounts/public/own-account.ts'
import { pinChangedEmail } from '../email-templates.ts'
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

/** Sets the first PIN, or changes the PIN with the current one. */
export async function setPin(tx: Tx, { userId, pin, currentPin, now }: SetPin): Promise<void> {
  if (isWeakPin(pin)) throw errors.weak_pin()
  const account = await lockOwnAccount(tx, userId)
  if (!(await findPin(tx, userId))) {
    // The account lock excludes concurrent calls; the primary key is the last guard.
    if (!(await insertPin(tx, userId, await hashPin(userId, pin), now))) throw errors.pin_already_set()
    return
  }
  if (currentPin === undefined) throw errors.pin_already_set()
  await checkPin(tx, { userId, pin: currentPin, now })
  if (pin === currentPin) throw errors.weak_pin({ message: 'This is the current PIN. Choose another one.' })
  await replacePin(tx, userId, { hash: await hashPin(userId, pin), offRampBlockedUntil: null }, now)
  await deletePinTokens(tx, userId)
  await enqueueMail(tx, pinChangedEmail(account.email, account.username), now)
}
