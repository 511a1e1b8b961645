import { xpRevoked } from '../../../events/ledger.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { type AccountName, userAccount } from './account.ts'
import { postTransfer } from './post-transfer.ts'
import { type PostingResult, toLedgerAmount } from './transfer.ts'

interface RevokeXp {
  userId: UserId
  xp: number
  to: AccountName
  source: string
  reason: string
  now: Date
}

/** Takes XP back from a user, once per source. Throws `INSUFFICIENT_BALANCE` if the user has less. */
export async function revokeXp(
  tx: Tx,
  { userId, xp, to, source, reason, now }: RevokeXp,
): Promise<PostingResult> {
  const account = userAccount(userId)
  const amount = toLedgerAmount(xp, 'xp')
  const posting = await postTransfer(tx, {
    source,
    reason,
    entries: [
      { account, asset: 'XP', amount: -amount },
      { account: to, asset: 'XP', amount },
    ],
    now,
  })
  if (posting.posted) tx.emit(xpRevoked({ userId, xp, at: now.toISOString() }))
  return posting
}
