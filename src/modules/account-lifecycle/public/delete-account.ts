import { accountDeleted } from '../../../events/accounts.ts'
import { eraseKeysOf } from '../../../platform/http/idempotency-keys.ts'
import type { UserId } from '../../../platform/ids.ts'
import { enqueueMail, eraseMailTo } from '../../../platform/mail/mail-queue.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { eraseAccount } from '../../accounts/public/account.ts'
import { lockOwnAccount } from '../../accounts/public/lock-own-account.ts'
import { revokeAllSessions } from '../../sessions/public/revoke-sessions.ts'
import { accountDeletedEmail } from '../../sign-in/email-templates.ts'

/** Erases personal data, here and, by the fact, wherever else it is kept. The id stays, without a name, for the books. */
export async function deleteAccount(tx: Tx, { userId, now }: { userId: UserId; now: Date }): Promise<void> {
  // Locked, so that nobody signs in between the end of the sessions and the end of the account.
  const account = await lockOwnAccount(tx, userId)
  await revokeAllSessions(tx, userId, 'account deleted', now)
  await eraseMailTo(tx, account.email)
  await enqueueMail(tx, accountDeletedEmail(account.email), now, { deleteAfterSending: true })
  await eraseKeysOf(tx, userId)
  await eraseAccount(tx, account, now)
  tx.emit(accountDeleted({ userId, avatarKey: account.avatarKey, at: now.toISOString() }))
}
