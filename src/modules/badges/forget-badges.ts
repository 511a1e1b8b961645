import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { deleteMarks } from './queries.ts'

/** When an account is deleted, what it did on which night is deleted; how far it came stays, without a name. */
export async function forgetBadges(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  await deleteMarks(tx, data.userId)
}
