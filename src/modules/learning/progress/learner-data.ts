import type { Db } from '../../../platform/db/database.ts'
import type { Fact } from '../../../platform/events.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/tx.ts'
import { deleteRoadmap, findRoadmap } from '../roadmap/queries.ts'
import { deleteAnswers, getPersonalData } from './queries.ts'

/** What learning keeps of a user, for the document of all their data. */
export async function exportLearner(db: Db, userId: UserId): Promise<unknown> {
  const roadmap = await findRoadmap(db, userId)
  return { ...(await getPersonalData(db, userId)), roadmap: roadmap ?? null }
}

/** What a person said and chose goes with them; that a lesson was completed stays without a name, for the books. */
export async function forgetLearner(tx: Tx, fact: Fact<{ userId: UserId }>): Promise<void> {
  await Promise.all([deleteRoadmap(tx, fact.data.userId), deleteAnswers(tx, fact.data.userId)])
}
