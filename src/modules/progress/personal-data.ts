import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { DomainEvent } from '../../platform/transaction/define-event.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { deleteRoadmap, findRoadmap } from '../roadmaps/queries.ts'
import { deleteAnswers, getPersonalData } from './queries.ts'

/** What learning keeps of a user, for the document of all their data. */
export async function exportProgressData(db: Db, userId: UserId): Promise<unknown> {
  const roadmap = await findRoadmap(db, userId)
  return { ...(await getPersonalData(db, userId)), roadmap: roadmap ?? null }
}

/** Deletes the user's answers. Completions stay without a name, because ledger entries refer to them. */
export async function eraseProgressData(tx: Tx, event: DomainEvent<{ userId: UserId }>): Promise<void> {
  await Promise.all([deleteRoadmap(tx, event.data.userId), deleteAnswers(tx, event.data.userId)])
}
