import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FSRS5_DEFAULT_DECAY, FSRSAlgorithm } from 'ts-fsrs'
import { type LearnerPlan, simulateLearner } from './learning/simulate-learner.ts'

const RESULT = join(import.meta.dir, 'results/learning.json')
const SEED = 20_261_116
const LEARNERS = 1_000
const DAYS = 90
const SECONDS_PER_DAY = 360
const MATERIAL = 300
/** The standard deviation of the logarithm of the pace at which learners forget. */
const PACE_SPREAD = 0.3
const RECALLED_GOAL = 0.85
const RATIO_GOAL = 2

export const LEARNING_SUMMARY =
  'a seeded simulation: what learners recall after 90 days, with and without review (no service)'

export interface LearningResult {
  learners: number
  minutesPerDay: number
  material: number
  /** The mean share of the material that is recalled at the end of each day, in percent. */
  withReview: number[]
  withoutReview: number[]
  /** The same last days with the forgetting curve of FSRS-5, which forgets faster. */
  steeper: { withReview: number; withoutReview: number }
}

/** Simulates the same learners twice: the only difference is whether they answer their due reviews first. */
export async function benchLearning(): Promise<boolean> {
  const usual = new FSRSAlgorithm({})
  const withReview = simulateAll(usual, true)
  const withoutReview = simulateAll(usual, false)
  const steeper = new FSRSAlgorithm({
    w: usual.parameters.w.map((weight, index) => (index === 20 ? FSRS5_DEFAULT_DECAY : weight)),
  })
  const result: LearningResult = {
    learners: LEARNERS,
    minutesPerDay: SECONDS_PER_DAY / 60,
    material: MATERIAL,
    withReview: withReview.map(toPercent),
    withoutReview: withoutReview.map(toPercent),
    steeper: {
      withReview: toPercent(simulateAll(steeper, true).at(-1)!),
      withoutReview: toPercent(simulateAll(steeper, false).at(-1)!),
    },
  }
  return report(result)
}

/** Returns the mean over all learners for each day. */
function simulateAll(memory: FSRSAlgorithm, hasReview: boolean): number[] {
  const sums = new Array<number>(DAYS).fill(0)
  for (let number = 0; number < LEARNERS; number++) {
    const random = randomFrom(SEED + number)
    const pace = Math.exp(PACE_SPREAD * normal(random))
    const plan: LearnerPlan = {
      number,
      hasReview,
      pace,
      days: DAYS,
      secondsPerDay: SECONDS_PER_DAY,
      material: MATERIAL,
      random,
      memory,
    }
    for (const [day, share] of simulateLearner(plan).entries()) sums[day]! += share
  }
  return sums.map((sum) => sum / LEARNERS)
}

/** Mulberry32: a small generator with a seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A normally distributed number, by Box and Muller. */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function toPercent(share: number): number {
  return Math.round(1000 * share) / 10
}

function goalOf(title: string, atLeast: number, value: number) {
  return { title, atLeast, value: Math.round(100 * value) / 100, met: value >= atLeast }
}

async function report(result: LearningResult): Promise<boolean> {
  const [recalled, without] = [result.withReview.at(-1)!, result.withoutReview.at(-1)!]
  const { steeper } = result
  const goals = [
    goalOf(`share of the material recalled on day ${DAYS} with review`, RECALLED_GOAL, recalled / 100),
    goalOf('times the share without review', RATIO_GOAL, recalled / without),
    goalOf(
      'times the share without review, forgetting curve of FSRS-5',
      RATIO_GOAL,
      steeper.withReview / steeper.withoutReview,
    ),
  ]
  console.log(
    `\nlearning: ${LEARNERS} simulated learners, ${result.minutesPerDay} minutes a day, ${DAYS} days\n`,
  )
  for (const { title, value, atLeast, met } of goals)
    console.log(`${title.padEnd(62)}${String(value).padStart(8)}   goal ≥ ${atLeast} ${met ? '✓' : '✗'}`)
  await mkdir(join(RESULT, '..'), { recursive: true })
  const date = new Date().toISOString().slice(0, 10)
  await Bun.write(RESULT, `${JSON.stringify({ benchmark: 'learning', date, goals, ...result }, null, 2)}\n`)
  console.log(`Written to ${RESULT}`)
  return goals.every(({ met }) => met)
}
