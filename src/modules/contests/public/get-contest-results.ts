import type { Db } from '../../../platform/db/database.ts'
import { toAnswer } from '../../questions/public/answer-request.ts'
import { gradeAnswer } from '../../questions/public/grade-answer.ts'
import { optionOrder } from '../../questions/public/present-question.ts'
import type { QuestionId } from '../../questions/public/question.ts'
import type { QuestionType } from '../../questions/public/question-content.ts'
import { revealReservedQuestions } from '../../questions/public/reserve-questions.ts'
import type { StoredQuestion } from '../../questions/public/stored-question.ts'
import { attemptSeed, drawQuestionIds } from '../attempt.ts'
import { errors } from '../errors.ts'
import { countLeaderboard, listLeaderboardRows } from '../leaderboard-queries.ts'
import { listGivenAnswers } from '../participant-queries.ts'
import { findCancelNote, findContest, listSeriesRuns } from '../queries.ts'
import { type Contest, type ContestId, statusOf } from './contest.ts'

/** How the participants answered one question of a contest. */
interface ContestQuestionStats {
  id: QuestionId
  prompt: string
  type: QuestionType
  /** How many participants had the question in their draw and submitted. */
  askedCount: number
  answeredCount: number
  correctCount: number
  /** For each option in the stored order: how often it was chosen. Null for questions without options. */
  options: { text: string; isCorrect: boolean; chosenCount: number }[] | null
}

/** A contest with its author and the note of its cancellation. Throws `contest_not_found`. */
export async function getOwnedContest(
  db: Db,
  contestId: ContestId,
): Promise<Contest & { cancelNote: string | null }> {
  const [contest, cancelNote] = await Promise.all([findContest(db, contestId), findCancelNote(db, contestId)])
  if (!contest) throw errors.contest_not_found()
  return { ...contest, cancelNote }
}

/** A page of the final ranking, and the number of submissions. Only for decided contests. */
export async function listContestRanking(
  db: Db,
  contestId: ContestId,
  page: { limit: number; offset: number },
): Promise<{ rows: Awaited<ReturnType<typeof listLeaderboardRows>>; total: number }> {
  const [rows, total] = await Promise.all([
    listLeaderboardRows(db, contestId, page),
    countLeaderboard(db, contestId),
  ])
  return { rows, total }
}

/** The runs that were created from a series, the first one first. */
export async function listRunsOfSeries(db: Db, seriesKey: string, now: Date) {
  const runs = await listSeriesRuns(db, seriesKey)
  return runs.map(({ outcome, ...run }) => ({ ...run, status: statusOf({ ...run, outcome }, now) }))
}

/** How the questions of a contest were answered. Only for decided contests: it contains the solutions. */
export async function listContestQuestionStats(
  db: Db,
  contest: Pick<Contest, 'id' | 'seed' | 'questionIds' | 'questionsPerAttempt'>,
): Promise<ContestQuestionStats[]> {
  const [questions, attempts] = await Promise.all([
    revealReservedQuestions(db, contest.questionIds),
    listGivenAnswers(db, contest.id),
  ])
  const stats = new Map(questions.map((question) => [question.id, emptyStats(question)]))
  const byId = new Map(questions.map((question) => [question.id, question]))
  for (const { userId, answers } of attempts) {
    for (const id of drawQuestionIds(contest, userId)) {
      const asked = stats.get(id)
      if (asked) asked.askedCount++
    }
    const seed = attemptSeed(contest, userId)
    for (const given of answers) {
      const question = byId.get(given.questionId)
      const counted = stats.get(given.questionId)
      if (!question || !counted) continue
      counted.answeredCount++
      const answer = toAnswer(given)
      if (gradeAnswer(question, seed, answer).isCorrect) counted.correctCount++
      if (!('options' in question)) continue
      const order = optionOrder(question, seed)
      const chosen = answer.selectedOptions ?? [answer.selectedOption ?? -1]
      for (const shown of chosen) {
        const option = counted.options?.[order[shown] ?? -1]
        if (option) option.chosenCount++
      }
    }
  }
  return [...stats.values()]
}

function emptyStats(question: StoredQuestion): ContestQuestionStats {
  const { id, prompt, type } = question
  const counts = { askedCount: 0, answeredCount: 0, correctCount: 0 }
  if (!('options' in question)) return { id, prompt, type, ...counts, options: null }
  const isCorrect = (index: number) =>
    'correctIndexes' in question
      ? question.correctIndexes.includes(index)
      : 'correctIndex' in question && question.correctIndex === index
  const options = question.options.map((text, index) => ({
    text,
    isCorrect: isCorrect(index),
    chosenCount: 0,
  }))
  return { id, prompt, type, ...counts, options }
}
