import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import { errors } from './errors.ts'
import { findParticipation, type Participation } from './participant-queries.ts'
import type { Contest } from './public/contest.ts'

/** Refuses whoever has not joined. For them a private contest is not there at all. */
export async function getParticipation(
  db: Db,
  { id, type }: Pick<Contest, 'id' | 'type'>,
  userId: UserId,
): Promise<Participation> {
  const participation = await findParticipation(db, id, userId)
  if (participation) return participation
  throw type === 'PRIVATE' ? errors.contest_not_found() : errors.not_joined()
}
