import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteRating } from '../battle-records/public/ratings.ts'

/** On account deletion: deletes the rating. Results stay, because they are the history of the opponent too. */
export async function erasePersonalData(tx: Tx, { data }: DomainEvent<{ userId: UserId }>): Promise<void> {
  await deleteRating(tx, data.userId)
}
