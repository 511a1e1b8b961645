import type { Db } from '../../../platform/db/database.ts'
import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { listPersonalData, updateWithdrawn } from './queries.ts'

/** What contests keep of a user, for the document of all their data. */
export async function exportParticipant(db: Db, userId: UserId): Promise<unknown> {
  return { contests: await listPersonalData(db, userId) }
}

/**
 * When an account is deleted, its answers are deleted, and it takes no place and no prize in what is not decided yet.
 * A fee that was paid stays in the pool, and goes back to where it came from when the contest is called off.
 */
export async function withdrawParticipant(
  tx: Tx,
  { data }: Fact<{ userId: UserId; at: string }>,
): Promise<void> {
  await updateWithdrawn(tx, data.userId, new Date(data.at))
}
