import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { decayedRating, levelOf, type MasteryLevel } from '../mastery-level.ts'
import { listMastery } from '../queries.ts'

const KNOWN: readonly MasteryLevel[] = ['PROFICIENT', 'MASTER']

/** The skills that the learner knows well today: the two highest levels, which fall without practice. */
export async function listKnownSkills(
  db: Db,
  { userId, now }: { userId: UserId; now: Date },
): Promise<string[]> {
  return (await listMastery(db, [userId]))
    .filter(({ rating, answers, lastAnsweredAt }) =>
      KNOWN.includes(levelOf({ rating: decayedRating(rating, { since: lastAnsweredAt, now }), answers })),
    )
    .map(({ skill }) => skill)
}
