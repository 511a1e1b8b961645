import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { xpTaken } from '../events.ts'
import { type AccountName, userAccount } from './account.ts'
import { postTransfer } from './post-transfer.ts'
import type { Posting } from './transfer.ts'
import { wholeAmount } from './transfer.ts'

export interface TakeXp {
  userId: UserId
  xp: number
  to: AccountName
  source: string
  reason: string
  now: Date
}

/** Takes XP back from a user, once per source; a user who has less is refused. */
export async function takeXp(tx: Tx, { userId, xp, to, source, reason, now }: TakeXp): Promise<Posting> {
  const account = userAccount(userId)
  const amount = wholeAmount(xp, 'xp')
  const posting = await postTransfer(tx, {
    source,
    reason,
    legs: [
      { account, asset: 'XP', amount: -amount },
      { account: to, asset: 'XP', amount },
    ],
    now,
  })
  if (posting.posted) tx.emit(xpTaken({ userId, xp, at: now.toISOString() }))
  return posting
}
