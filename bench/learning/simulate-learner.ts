import { type FSRSAlgorithm, type FSRSState, type Grade, Rating } from 'ts-fsrs'
import { remainingToday } from '../../src/modules/review/daily-load.ts'
import { rateAnswer } from '../../src/modules/review/rating.ts'
import {
  addDays,
  type MemoryState,
  newMemoryState,
  type ReviewCardId,
  schedule,
} from '../../src/modules/review/scheduler.ts'

/** One learner: whether reviews are used, and how fast this learner forgets. */
export interface LearnerPlan {
  number: number
  hasReview: boolean
  /** 1 forgets as the average of all learners, 2 twice as fast. */
  pace: number
  days: number
  secondsPerDay: number
  /** Questions and flashcards of all lessons. */
  material: number
  random: () => number
  memory: FSRSAlgorithm
}

/** Reading the slides before a question, and answering it. */
const LESSON_SECONDS_PER_CARD = 40
const REVIEW_SECONDS = { [Rating.Again]: 23, [Rating.Hard]: 12, [Rating.Good]: 7, [Rating.Easy]: 6 }
/** The shares of first and later grades that FSRS assumes for its own simulations. */
const FIRST_GRADES: [Grade, number][] = [
  [Rating.Again, 0.24],
  [Rating.Hard, 0.09],
  [Rating.Good, 0.5],
  [Rating.Easy, 0.17],
]
const LATER_GRADES: [Grade, number][] = [
  [Rating.Hard, 0.22],
  [Rating.Good, 0.63],
  [Rating.Easy, 0.15],
]
/** The settings of a learner who has changed nothing. */
const DAILY_LIMIT = 60
const TARGET_RETENTION_PERCENT = 90
const FIRST_DAY = '2026-01-01'
/** An answer of this time is slow for everybody whose other answers took a tenth. */
const SLOW_MS = 60_000
const USUAL_TIMES_MS = [6_000, 6_000, 6_000, 6_000, 6_000]

interface SimulatedCard {
  id: ReviewCardId
  /** What the learner remembers, which the service does not know. */
  truth: FSRSState
  learnedOn: number
  /** What the service has computed from the answers. */
  estimate: MemoryState
}

/** Returns the share of the material that the learner recalls at the end of each day. */
export function simulateLearner(plan: LearnerPlan): number[] {
  const cards: SimulatedCard[] = []
  const recalled: number[] = []
  for (let day = 0; day < plan.days; day++) {
    let seconds = plan.secondsPerDay
    if (plan.hasReview) seconds -= reviewDueCards(plan, cards, day, seconds)
    while (seconds >= LESSON_SECONDS_PER_CARD && cards.length < plan.material) {
      cards.push(learnCard(plan, cards.length, day))
      seconds -= LESSON_SECONDS_PER_CARD
    }
    const expected = cards.reduce((sum, card) => sum + retrievability(plan, card, day), 0)
    recalled.push(expected / plan.material)
  }
  return recalled
}

function learnCard(plan: LearnerPlan, index: number, day: number): SimulatedCard {
  const grade = draw(FIRST_GRADES, plan.random)
  const id = `${plan.number}-${index}` as ReviewCardId
  const today = addDays(FIRST_DAY, day)
  return {
    id,
    truth: plan.memory.next_state(null, 0, grade),
    learnedOn: day,
    estimate: schedule(newMemoryState(today), {
      cardId: id,
      rating: ratingOf(grade, true),
      today,
      targetRetentionPercent: TARGET_RETENTION_PERCENT,
    }),
  }
}

/** Answers the due cards, the longest due first, as far as the daily limit and the time go. Returns the used seconds. */
function reviewDueCards(plan: LearnerPlan, cards: SimulatedCard[], day: number, seconds: number): number {
  const today = addDays(FIRST_DAY, day)
  const due = cards
    .filter(({ estimate }) => estimate.dueOn <= today)
    .sort((one, other) => (one.estimate.dueOn < other.estimate.dueOn ? -1 : 1))
    .slice(0, remainingToday({ dailyLimit: DAILY_LIMIT, answeredToday: 0 }))
  let used = 0
  for (const card of due) {
    const isRecalled = plan.random() < retrievability(plan, card, day)
    const grade = isRecalled ? draw(LATER_GRADES, plan.random) : Rating.Again
    const cost = REVIEW_SECONDS[grade]
    if (used + cost > seconds) break
    used += cost
    const rating = ratingOf(grade, false)
    card.truth = plan.memory.next_state(card.truth, (day - card.learnedOn) * plan.pace, grade)
    card.learnedOn = day
    card.estimate = schedule(card.estimate, {
      cardId: card.id,
      rating,
      today,
      targetRetentionPercent: TARGET_RETENTION_PERCENT,
    })
  }
  return used
}

function retrievability(
  { memory, pace }: LearnerPlan,
  { truth, learnedOn }: SimulatedCard,
  day: number,
): number {
  return memory.forgetting_curve((day - learnedOn) * pace, truth.stability)
}

/** The service sees only whether an answer was right, slow, and the first one. */
function ratingOf(grade: Grade, isFirstSight: boolean) {
  return rateAnswer({
    isCorrect: grade !== Rating.Again,
    usedHint: false,
    timeMs: grade === Rating.Hard ? SLOW_MS : null,
    isFirstSight,
    recentTimesMs: USUAL_TIMES_MS,
  })
}

function draw(shares: [Grade, number][], random: () => number): Grade {
  let left = random()
  for (const [grade, share] of shares) {
    left -= share
    if (left < 0) return grade
  }
  return shares.at(-1)![0]
}
