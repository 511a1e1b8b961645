import { leaderboardChanged } from '../../events/contests.ts'
import { addMs } from '../../platform/clock.ts'
import { commonErrors } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { type GivenAnswer, gradeAnswers } from '../questions/public/grade-answers.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { attemptSeed, drawQuestionIds, getParticipation } from './attempt.ts'
import { errors } from './errors.ts'
import { shareLockOpenContest, updateSubmitted } from './participant-queries.ts'
import { type Contest, deadlineOf, defaultStartedAt, GRACE_MS, scoreOf } from './public/contest.ts'

interface SubmitAnswers {
  userId: UserId
  contest: Contest
  answers: GivenAnswer[]
  /** The time measured by the client; stored, but not used. */
  timeTakenSeconds: number | undefined
  now: Date
}

interface SubmittedAttempt {
  totalQuestions: number
  timeTakenMs: number
  submittedAt: Date
}

/** Grades and stores the answers of a participant, once. The clock of the server decides. The grade is not returned. */
export async function submitAnswers(
  tx: Tx,
  { userId, contest, answers, timeTakenSeconds, now }: SubmitAnswers,
): Promise<SubmittedAttempt> {
  const contestId = contest.id
  // The share lock delays settlement until commit. After settlement the contest is closed.
  const [isOpen, participation] = await Promise.all([
    shareLockOpenContest(tx, contestId, now),
    getParticipation(tx, contest, userId),
  ])
  if (participation.submittedAt) throw errors.already_submitted()
  if (!isOpen) throw closedError(contest, now)
  // The account was deleted during the request.
  if (participation.isWithdrawn) throw commonErrors.unauthenticated()
  const startedAt = participation.startedAt ?? defaultStartedAt(contest, participation.joinedAt)
  const deadline = deadlineOf(contest, startedAt)
  if (now > addMs(deadline, GRACE_MS)) throw errors.contest_ended()

  const questionIds = drawQuestionIds(contest, userId)
  checkQuestions(questionIds, answers)
  const grades = await gradeAnswers(tx, { seed: attemptSeed(contest, userId), answers })
  const correctCount = grades.filter(({ isCorrect }) => isCorrect).length
  const totalQuestions = questionIds.length
  const score = scoreOf(correctCount, totalQuestions)
  // The clock of the process that started the attempt may be ahead.
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
  return { totalQuestions, timeTakenMs, submittedAt: now }
}

function closedError(contest: Contest, now: Date) {
  if (contest.outcome === 'CANCELLED') return errors.contest_cancelled()
  return now < contest.startsAt ? errors.contest_not_live() : errors.contest_ended()
}

/** Throws if a question is answered twice or is not one of the attempt. Omitted questions count as wrong. */
function checkQuestions(questionIds: QuestionId[], answers: GivenAnswer[]): void {
  const open = new Set(questionIds)
  const details = answers.flatMap(({ questionId }, index) =>
    open.delete(questionId)
      ? []
      : [{ field: `answers.${index}.questionId`, message: 'is unknown or answered twice' }],
  )
  if (details.length > 0) throw commonErrors.validation_failed({ details })
}
