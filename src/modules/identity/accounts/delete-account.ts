import { deleteKeysOf } from '../../../platform/http/idempotency.ts'
import type { UserId } from '../../../platform/ids.ts'
import { deleteMailTo, postMail } from '../../../platform/mail/mail.ts'
import type { Tx } from '../../../platform/tx.ts'
import { accountDeleted } from '../events.ts'
import { accountDeletedLetter } from '../letters.ts'
import { revokeAllSessions } from '../sessions/revoke-sessions.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { eraseAccount } from './queries.ts'

/** Erases personal data, here and, by the fact, wherever else it is kept. The id stays, without a name, for the books. */
export async function deleteAccount(tx: Tx, { userId, now }: { userId: UserId; now: Date }): Promise<void> {
  // Locked, so that nobody signs in between the end of the sessions and the end of the account.
  const account = await lockOwnAccount(tx, userId)
  await revokeAllSessions(tx, userId, 'account deleted', now)
  await deleteMailTo(tx, account.email)
  await postMail(tx, accountDeletedLetter(account.email), now, { isLast: true })
  await deleteKeysOf(tx, userId)
  await eraseAccount(tx, account, now)
  tx.emit(accountDeleted({ userId, avatarKey: account.avatarKey, at: now.toISOString() }))
}
