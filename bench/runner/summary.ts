import type { Goal, Measurements } from './benchmark.ts'
import type { Rounds } from './measure.ts'

/** A goal with its measurement; the ratio is missing when one of the two implementations did not run. */
export type Verdict = { goal: Goal; ratio?: number; lowest?: number; highest?: number; met?: boolean }

export type Summary = { medians: Map<string, Measurements>; verdicts: Verdict[] }

/** Medians over the rounds, and each goal compared with them. */
export function summarize(rounds: Rounds, goals: Goal[]): Summary {
  const medians = new Map([...rounds].map(([name, measurements]) => [name, medianMeasurements(measurements)]))
  return { medians, verdicts: goals.map((goal) => judgeGoal(goal, rounds, medians)) }
}

function judgeGoal(goal: Goal, rounds: Rounds, medians: Map<string, Measurements>): Verdict {
  const ours = medians.get(goal.contestant)
  const theirs = medians.get(goal.against)
  if (!ours || !theirs) return { goal }
  const ratio = ours[goal.figure] / theirs[goal.figure]
  // Neighbouring bursts ran under the same load, so the spread of their ratios shows the precision.
  const byRound = rounds
    .get(goal.contestant)!
    .map((measurements, round) => measurements[goal.figure] / rounds.get(goal.against)![round]![goal.figure])
  return {
    goal,
    ratio,
    lowest: Math.min(...byRound),
    highest: Math.max(...byRound),
    met: 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast,
  }
}

function medianMeasurements(rounds: Measurements[]): Measurements {
  const names = Object.keys(rounds[0]!) as (keyof Measurements)[]
  const entries = names.map((name) => [name, median(rounds.map((measurements) => measurements[name]))])
  // Errors are summed, because a median would hide one bad round.
  return { ...Object.fromEntries(entries), errors: rounds.reduce((sum, { errors }) => sum + errors, 0) }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
