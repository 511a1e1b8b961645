import type { Db } from '../../platform/db/database.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transaction/tx.ts'
import { getStoredQuestions } from '../questions/public/get-questions.ts'
import { type PresentedQuestion, presentQuestion } from '../questions/public/present-question.ts'
import { attemptSeed, drawQuestionIds, getParticipation } from './attempt.ts'
import { errors } from './errors.ts'
import { updateStarted } from './participant-queries.ts'
import { type Contest, deadlineOf, statusOf } from './public/contest.ts'

interface Attempt {
  userId: UserId
  contest: Contest
}

export interface StartedAttempt {
  questions: (PresentedQuestion & { order: number })[]
  startedAt: Date
  deadlineAt: Date
}

/** Starts the attempt and returns the questions. A repeated call returns the same, also after the deadline. */
export async function startAttempt(
  tx: Tx,
  { userId, contest, now }: Attempt & { now: Date },
): Promise<StartedAttempt> {
  const participation = await getParticipation(tx, contest, userId)
  if (participation.startedAt) return describeAttempt(tx, { userId, contest }, participation.startedAt)
  if (statusOf(contest, now) !== 'LIVE') throw errors.contest_not_live()
  const startedAt = await updateStarted(tx, { contestId: contest.id, userId, now })
  return describeAttempt(tx, { userId, contest }, startedAt!)
}

/** The questions of an attempt that has started. */
export async function getStartedAttempt(db: Db, { userId, contest }: Attempt): Promise<StartedAttempt> {
  const participation = await getParticipation(db, contest, userId)
  if (!participation.startedAt) throw errors.not_started()
  return describeAttempt(db, { userId, contest }, participation.startedAt)
}

async function describeAttempt(
  db: Db,
  { userId, contest }: Attempt,
  startedAt: Date,
): Promise<StartedAttempt> {
  const seed = attemptSeed(contest, userId)
  const questions = await getStoredQuestions(db, drawQuestionIds(contest, userId))
  return {
    questions: questions.map((question, index) => ({ ...presentQuestion(question, seed), order: index + 1 })),
    startedAt,
    deadlineAt: deadlineOf(contest, startedAt),
  }
}
