import type { Db } from '../../platform/db/database.ts'
import type { Fact } from '../../platform/events.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/tx.ts'
import { deleteAudience, listOwnAudience } from './queries.ts'

/** What is kept of a user's dealings with campaigns, for the document of all their data. */
export async function exportAudience(db: Db, userId: UserId): Promise<unknown> {
  return listOwnAudience(db, userId)
}

/** What somebody saw and tapped goes with them; the campaign's figures never had a name. */
export async function forgetAudience(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  await deleteAudience(tx, data.userId)
}
