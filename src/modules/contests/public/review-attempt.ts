import type { Db } from '../../../platform/db/database.ts'
import type { UserId } from '../../../platform/ids.ts'
import { type AnswerRequest, toAnswer } from '../../questions/public/answer-request.ts'
import { gradeAnswer } from '../../questions/public/grade-answer.ts'
import { presentQuestion } from '../../questions/public/present-question.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import { revealReservedQuestions } from '../../questions/public/reserve-questions.ts'
import { solutionOf } from '../../questions/public/solution.ts'
import type { StoredQuestion } from '../../questions/public/stored-question.ts'
import { attemptSeed, drawQuestionIds, getParticipation } from '../attempt.ts'
import type { ReviewedQuestion } from '../attempt-view.ts'
import { errors } from '../errors.ts'
import { findParticipation } from '../participant-queries.ts'
import { findContest } from '../queries.ts'
import type { Contest, ContestId } from './contest.ts'

/** The questions of an attempt with the correct and the given answers, after settlement. */
export async function reviewAttempt(
  db: Db,
  { userId, contest }: { userId: UserId; contest: Contest },
): Promise<ReviewedQuestion[]> {
  const participation = await getParticipation(db, contest, userId)
  if (contest.outcome !== 'SETTLED') throw errors.contest_not_settled()
  const seed = attemptSeed(contest, userId)
  const given = new Map(participation.answers?.map((each) => [each.questionId, each]))
  const revealed = await revealReservedQuestions(db, drawQuestionIds(contest, userId))
  return revealed.map((question, index) => ({
    ...presentQuestion(question, seed),
    order: index + 1,
    ...reviewQuestion(question, seed, given.get(question.id)),
  }))
}

function reviewQuestion(question: StoredQuestion, seed: string, given: AnswerRequest | undefined) {
  const solution = solutionOf(question, seed)
  const answer = given && toAnswer(given)
  const grade = answer && gradeAnswer(question, seed, answer)
  return {
    correctIndex: solution.type === 'SINGLE_CHOICE' ? solution.selectedOption : null,
    explanation: question.explanation,
    explanationHtml: question.html.explanation,
    selectedOption: answer?.selectedOption ?? null,
    answer: answer && question.type !== 'SINGLE_CHOICE' ? answer : null,
    solution,
    isCorrect: grade?.isCorrect ?? false,
    feedback: grade?.feedback ?? null,
    feedbackHtml: grade?.feedbackHtml ?? null,
  }
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
