import type { Db } from '../../../platform/db/database.ts'
import { revealReservedQuestions } from '../../questions/public/reserve-questions.ts'
import { errors } from '../errors.ts'
import { findContest } from '../queries.ts'
import type { ContestId } from './contest.ts'
import type { ContestDraft } from './contest-draft.ts'

/** A contest as it was created, with answers and room code. Only for admins. */
export async function getContestDraft(
  db: Db,
  contestId: ContestId,
): Promise<ContestDraft & { id: ContestId; roomCode: string | null }> {
  const contest = await findContest(db, contestId)
  if (!contest) throw errors.contest_not_found()
  const questions = await revealReservedQuestions(db, contest.questionIds)
  return {
    id: contest.id,
    roomCode: contest.roomCode,
    title: contest.title,
    description: contest.description,
    type: contest.type,
    entryFeeGems: Number(contest.entryFeeGems),
    prizePoolGems: Number(contest.guaranteedPoolGems),
    prizeTable: contest.prizeTable,
    minParticipants: contest.minParticipants,
    maxDurationSeconds: contest.maxDurationSeconds,
    startsAt: contest.startsAt.toISOString(),
    endsAt: contest.endsAt.toISOString(),
    questions: questions.map(({ id: _id, html: _html, hint: _hint, skill: _skill, ...question }) => question),
  }
}
