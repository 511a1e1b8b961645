import type { Difficulty } from '../../questions/public/question.ts'
import type { QuestionType } from '../../questions/public/question-content.ts'

/** Ratings are Elo points: 400 points more are ten times the odds of a right answer. */
export const START_RATING = 1000

/** The rating of a question before its first answer. */
export const START_RATING_OF: Record<Difficulty, number> = { EASY: 900, MEDIUM: 1050, HARD: 1200 }

/** The points of the first answer. They shrink with the number of answers. */
const FIRST_STEP = 120
const STEP_DECAY = 0.05
/** A question that the learner has met before says less about the skill. */
const REPEAT_FACTOR = 0.5

/** The chance that a guess is right. */
export function guessFloorOf({
  type,
  optionCount,
}: {
  type: QuestionType
  optionCount: number | null
}): number {
  return type === 'SINGLE_CHOICE' && optionCount ? 1 / optionCount : 0
}

interface Meeting {
  learner: number
  question: number
  guessFloor: number
}

function knows({ learner, question }: Omit<Meeting, 'guessFloor'>): number {
  return 1 / (1 + 10 ** ((question - learner) / 400))
}

/** The chance of a right answer: the learner knows it, or guesses. */
export function expectedSuccess(meeting: Meeting): number {
  const { guessFloor } = meeting
  return guessFloor + (1 - guessFloor) * knows(meeting)
}

/** A rating with the number of answers that made it. */
export interface Rated {
  rating: number
  answers: number
}

/**
 * The points by which an answer moves the learner up and the question down. A right answer counts less the more likely it
 * was a guess: this is the gradient of the likelihood of `expectedSuccess`.
 */
function surprise(meeting: Meeting, isCorrect: boolean): number {
  const known = knows(meeting)
  return isCorrect ? ((1 - meeting.guessFloor) * known * (1 - known)) / expectedSuccess(meeting) : -known
}

function stepOf({ answers }: Rated): number {
  return FIRST_STEP / (1 + STEP_DECAY * answers)
}

interface RatedPair {
  learner: Rated
  question: Rated
}

interface RateAnswer extends RatedPair {
  guessFloor: number
  isCorrect: boolean
  isRepeat: boolean
}

/** The ratings after an answer. A repeated question keeps its rating. */
export function rateAnswer({ learner, question, guessFloor, isCorrect, isRepeat }: RateAnswer): RatedPair {
  const meeting = { learner: learner.rating, question: question.rating, guessFloor }
  const moved = surprise(meeting, isCorrect)
  const factor = isRepeat ? REPEAT_FACTOR : 1
  return {
    learner: { rating: learner.rating + factor * stepOf(learner) * moved, answers: learner.answers + 1 },
    question: isRepeat
      ? question
      : { rating: question.rating - stepOf(question) * moved, answers: question.answers + 1 },
  }
}

/** No answer moves ratings further apart or closer than this. */
const MAX_MOVE = 2 * FIRST_STEP
const BISECTIONS = 60

/**
 * The ratings before an answer, from those after it: the inverse of `rateAnswer`. It is exact if no other answer came between,
 * and close to it otherwise. Only the distance of both ratings decides how far they moved, so the distance before is searched.
 */
export function unrateAnswer({ learner, question, guessFloor, isCorrect, isRepeat }: RateAnswer): RatedPair {
  const stepBefore = ({ rating, answers }: Rated) => stepOf({ rating, answers: Math.max(0, answers - 1) })
  const learnerStep = stepBefore(learner) * (isRepeat ? REPEAT_FACTOR : 1)
  const questionStep = isRepeat ? 0 : stepBefore(question)
  const movedAt = (distance: number) => surprise({ learner: distance, question: 0, guessFloor }, isCorrect)
  const after = learner.rating - question.rating
  let [low, high] = [after - MAX_MOVE, after + MAX_MOVE]
  for (let turn = 0; turn < BISECTIONS; turn++) {
    const distance = (low + high) / 2
    if (distance + (learnerStep + questionStep) * movedAt(distance) < after) low = distance
    else high = distance
  }
  const moved = movedAt((low + high) / 2)
  return {
    learner: { rating: learner.rating - learnerStep * moved, answers: Math.max(0, learner.answers - 1) },
    question: isRepeat
      ? question
      : { rating: question.rating + questionStep * moved, answers: Math.max(0, question.answers - 1) },
  }
}
