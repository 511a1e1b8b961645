import type { Db } from '../../../platform/db/database.ts'
import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { deletePersonal, listOf } from './queries.ts'

export function exportActs(db: Db, userId: UserId): Promise<unknown> {
  return listOf(db, userId)
}

/** What was done stays written, under an id without a name; words and addresses go. */
export async function forgetActs(tx: Tx, { data }: Fact<{ userId: UserId }>): Promise<void> {
  await deletePersonal(tx, data.userId)
}
