import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type QuestionId, unshuffledOption } from '../../questions/public/question.ts'
import { revealReservedQuestions } from '../../questions/public/reserve-questions.ts'
import { type AttemptQuestion, attemptSeed, getParticipation, shuffleQuestions } from '../attempt.ts'
import { errors } from '../errors.ts'
import { findParticipation } from '../participant-queries.ts'
import { findContest } from '../queries.ts'
import type { Contest, ContestId } from './contest.ts'

interface ReviewedQuestion extends AttemptQuestion {
  correctIndex: number
  explanation: string
  selectedOption: number | null
  isCorrect: boolean
}

/** The questions of an attempt with the correct and the given answers, after settlement. */
export async function reviewAttempt(
  db: Db,
  { userId, contest }: { userId: UserId; contest: Contest },
): Promise<ReviewedQuestion[]> {
  const participation = await getParticipation(db, contest, userId)
  if (contest.outcome !== 'SETTLED') throw errors.contest_not_settled()
  const seed = attemptSeed(contest, userId)
  const given = new Map(participation.answers?.map((each) => [each.questionId, each.selectedOption]))
  const revealed = await revealReservedQuestions(db, contest.questionIds)
  const originals = new Map(revealed.map((question) => [question.id, question]))
  return shuffleQuestions(revealed, seed).map(({ id, prompt, options, order, explanation }) => {
    const original = originals.get(id)!
    const correctIndex = options.findIndex(
      (_, index) => unshuffledOption(original, seed, index) === original.correctIndex,
    )
    const selectedOption = given.get(id) ?? null
    const isCorrect = selectedOption === correctIndex
    return { id, prompt, options, order, correctIndex, explanation, selectedOption, isCorrect }
  })
}

/**
 * The questions of a participant, graded, after the contest is settled. A question that was left out counts as wrong.
 * Without a submission the list is empty.
 */
export async function listContestAnswers(
  db: Db,
  { contestId, userId }: { contestId: ContestId; userId: UserId },
): Promise<{ questionId: QuestionId; isCorrect: boolean }[]> {
  const [contest, participation] = await Promise.all([
    findContest(db, contestId),
    findParticipation(db, contestId, userId),
  ])
  if (contest?.outcome !== 'SETTLED' || !participation?.answers) return []
  const reviewed = await reviewAttempt(db, { userId, contest })
  return reviewed.map(({ id, isCorrect }) => ({ questionId: id as QuestionId, isCorrect }))
}
