import { leaderboardChanged } from '../../events/contests.ts'
import { addMs } from '../../platform/clock.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { gradeAnswers } from '../questions/public/grade-answers.ts'
import { attemptSeed } from './attempt.ts'
import { errors } from './errors.ts'
import { getLiveRank } from './get-live-rank.ts'
import { getParticipation } from './get-participation.ts'
import { type GivenAnswer, shareLockOpenContest, updateSubmitted } from './participant-queries.ts'
import { type Contest, deadlineOf, defaultStartedAt, GRACE_MS, scoreOf } from './public/contest.ts'

interface SubmitAnswers {
  userId: UserId
  contest: Contest
  answers: GivenAnswer[]
  /** What the client says; it decides nothing. */
  timeTakenSeconds: number | undefined
  now: Date
}

export interface SubmittedResult {
  score: number
  correctCount: number
  totalQuestions: number
  timeTakenMs: number
  rank: number
  submittedAt: Date
}

/** Grades a participant's answers, once. The server's clock counts. */
export async function submitAnswers(
  tx: Tx,
  { userId, contest, answers, timeTakenSeconds, now }: SubmitAnswers,
): Promise<SubmittedResult> {
  const contestId = contest.id
  // Whoever settles waits until this is over; from then on the contest is not open any more.
  const [isOpen, participation] = await Promise.all([
    shareLockOpenContest(tx, contestId, now),
    getParticipation(tx, contest, userId),
  ])
  if (participation.submittedAt) throw errors.already_submitted()
  if (!isOpen) throw closedBecause(contest, now)
  // The account was deleted while this was on its way: nothing is kept of it.
  if (participation.isWithdrawn) throw commonErrors.unauthenticated()
  const startedAt = participation.startedAt ?? defaultStartedAt(contest, participation.joinedAt)
  const deadline = deadlineOf(contest, startedAt)
  if (now > addMs(deadline, GRACE_MS)) throw errors.contest_ended()

  checkQuestions(contest, answers)
  const grades = await gradeAnswers(tx, { seed: attemptSeed(contest, userId), answers })
  const correctCount = grades.filter(({ isCorrect }) => isCorrect).length
  const totalQuestions = contest.questionIds.length
  const score = scoreOf(correctCount, totalQuestions)
  // Another process's clock may have been a little ahead when it started.
  const timeTakenMs = Math.max(0, now.getTime() - startedAt.getTime())
  const isFirst = await updateSubmitted(tx, {
    contestId,
    userId,
    startedAt,
    score,
    correctCount,
    timeTakenMs,
    claimedTimeSeconds: timeTakenSeconds === undefined ? null : Math.round(timeTakenSeconds),
    answers,
    now,
  })
  if (!isFirst) throw errors.already_submitted()
  tx.emit(leaderboardChanged({ contestId }))
  const rank = await getLiveRank(tx, contestId, { score, timeTakenMs, submittedAt: now })
  return { score, correctCount, totalQuestions, timeTakenMs, rank, submittedAt: now }
}

function closedBecause(contest: Contest, now: Date) {
  if (contest.outcome === 'CANCELLED') return errors.contest_cancelled()
  return now < contest.startsAt ? errors.contest_not_live() : errors.contest_ended()
}

/** Every question at most once, and none of another contest. Those left out are wrong. */
function checkQuestions({ questionIds }: Contest, answers: GivenAnswer[]): void {
  const open = new Set(questionIds)
  const details = answers.flatMap(({ questionId }, index) =>
    open.delete(questionId)
      ? []
      : [{ field: `answers.${index}.questionId`, message: 'is unknown or was answered before' }],
  )
  if (details.length > 0) throw commonErrors.validation_failed({ details })
}
