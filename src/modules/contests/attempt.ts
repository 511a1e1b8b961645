import { createHash } from 'node:crypto'
import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { errors } from './errors.ts'
import { findParticipation, type Participation } from './participant-queries.ts'
import { type Contest, questionCountOf } from './public/contest.ts'

/** The seed of one participant's attempt: the same for every read, different for every participant. */
export function attemptSeed({ seed }: Pick<Contest, 'seed'>, userId: UserId): string {
  return `${seed}:${userId}`
}

/** The questions of one participant in their order: all of the contest, or as many as are drawn. The seed decides. */
export function drawQuestionIds(
  contest: Pick<Contest, 'seed' | 'questionIds' | 'questionsPerAttempt'>,
  userId: UserId,
): QuestionId[] {
  const seed = attemptSeed(contest, userId)
  const chance = (id: string) => createHash('sha256').update(`${seed}\n${id}\norder`).digest('hex')
  return contest.questionIds
    .map((id) => ({ id, chance: chance(id) }))
    .sort((one, other) => (one.chance < other.chance ? -1 : 1))
    .slice(0, questionCountOf(contest))
    .map(({ id }) => id)
}

/** Throws `not_joined`, or `contest_not_found` for a private contest, if the user is not a participant. */
export async function getParticipation(
  db: Db,
  { id, type }: Pick<Contest, 'id' | 'type'>,
  userId: UserId,
): Promise<Participation> {
  const participation = await findParticipation(db, id, userId)
  if (participation) return participation
  throw type === 'PRIVATE' ? errors.contest_not_found() : errors.not_joined()
}
