import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { updateSuspended } from './card-queries.ts'
import { errors } from './errors.ts'
import type { ReviewCardId } from './scheduler.ts'

interface SuspendCard {
  userId: UserId
  cardId: ReviewCardId
  isSuspended: boolean
  now: Date
}

/** Takes a card out of the queue, or puts it back with its state and its due day. */
export async function suspendCard(
  tx: Tx,
  { userId, cardId, isSuspended, now }: SuspendCard,
): Promise<{ cardId: ReviewCardId; isSuspended: boolean }> {
  const isFound = await updateSuspended(tx, { userId, cardId, suspendedAt: isSuspended ? now : null })
  if (!isFound) throw errors.review_card_not_found()
  return { cardId, isSuspended }
}
