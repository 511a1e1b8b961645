import { accountDeleted } from '../../../events/accounts.ts'
import { eraseKeysOf } from '../../../platform/http/idempotency-keys.ts'
import type { UserId } from '../../../platform/ids.ts'
import { enqueueMail, eraseMailTo } from '../../../platform/mail/mail-queue.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { eraseAccount } from '../../accounts/public/account.ts'
import { lockOwnAccount } from '../../accounts/public/own-account.ts'
import { revokeAllSessions } from '../../sessions/public/revoke-sessions.ts'
import { accountDeletedEmail } from '../email-templates.ts'

interface DeleteAccount {
  userId: UserId
  now: Date
  /** The user deleted the account before a backup was restored, and was told so. */
  isRepeated?: boolean
}

/**
 * Erases the account and revokes its sessions. The other modules erase their personal data in reaction to
 * `accounts.account_deleted`. The account lock prevents a concurrent sign-in from creating a session after the
 * revocation.
 */
export async function deleteAccount(tx: Tx, { userId, now, isRepeated }: DeleteAccount): Promise<void> {
  const account = await lockOwnAccount(tx, userId)
  await revokeAllSessions(tx, userId, 'account deleted', now)
  await eraseMailTo(tx, account.email)
  if (!isRepeated) await enqueueMail(tx, accountDeletedEmail(account), now, { deleteAfterSending: true })
  await eraseKeysOf(tx, userId)
  await eraseAccount(tx, account, now)
  tx.emit(accountDeleted({ userId, avatarKey: account.avatarKey, at: now.toISOString() }))
}
