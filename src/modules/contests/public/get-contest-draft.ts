import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { revealReservedQuestions } from '../../questions/public/reserve-questions.ts'
import { errors } from '../errors.ts'
import { findParticipation, insertAnswerReader, isAnswerReader } from '../participant-queries.ts'
import { findContest, lockContest } from '../queries.ts'
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
    questionsPerAttempt: contest.questionsPerAttempt,
    minPrizeScore: contest.minPrizeScore,
    questions: questions.map(({ id: _id, html: _html, hint: _hint, ...question }) => question),
  }
}

/**
 * Records that the user is about to see the answers of an undecided contest, so that the user cannot join it any more.
 * Throws `answers_hidden` if the user has joined. The lock waits for joins in progress: either the join sees the
 * reader, or this sees the participant.
 */
export async function recordAnswerReader(
  tx: Tx,
  { contestId, userId, now }: { contestId: ContestId; userId: UserId; now: Date },
): Promise<void> {
  if (await isAnswerReader(tx, contestId, userId)) return
  const contest = await lockContest(tx, contestId)
  if (!contest) throw errors.contest_not_found()
  if (contest.outcome) return
  if (await findParticipation(tx, contestId, userId)) throw errors.answers_hidden()
  await insertAnswerReader(tx, { contestId, userId, now })
}

/** Records the reader in a transaction of its own, which commits before the answers are sent. */
export async function openContestAnswers(
  { write }: Pick<Platform, 'write'>,
  reader: { contestId: ContestId; userId: UserId; now: Date },
): Promise<void> {
  await write((tx) => recordAnswerReader(tx, reader))
}
