import type { Figures, Goal } from './benchmark.ts'
import type { Rounds } from './measure.ts'

/** A goal with what was measured; the ratio is missing when one of the two contestants did not run. */
export type Verdict = { goal: Goal; ratio?: number; lowest?: number; highest?: number; met?: boolean }

export type Summary = { medians: Map<string, Figures>; verdicts: Verdict[] }

/** Medians over the rounds, and each goal against them. */
export function summarize(rounds: Rounds, goals: Goal[]): Summary {
  const medians = new Map([...rounds].map(([name, figures]) => [name, medianFigures(figures)]))
  return { medians, verdicts: goals.map((goal) => judge(goal, rounds, medians)) }
}

function judge(goal: Goal, rounds: Rounds, medians: Map<string, Figures>): Verdict {
  const ours = medians.get(goal.contestant)
  const theirs = medians.get(goal.against)
  if (!ours || !theirs) return { goal }
  const ratio = ours[goal.figure] / theirs[goal.figure]
  // Neighbouring bursts saw the same machine, so the spread of their ratios tells how far to trust it.
  const byRound = rounds
    .get(goal.contestant)!
    .map((figures, round) => figures[goal.figure] / rounds.get(goal.against)![round]![goal.figure])
  return {
    goal,
    ratio,
    lowest: Math.min(...byRound),
    highest: Math.max(...byRound),
    met: 'atMost' in goal ? ratio <= goal.atMost : ratio >= goal.atLeast,
  }
}

function medianFigures(rounds: Figures[]): Figures {
  const names = Object.keys(rounds[0]!) as (keyof Figures)[]
  const entries = names.map((name) => [name, median(rounds.map((figures) => figures[name]))])
  // Errors are the exception: one bad round must not hide behind two good ones.
  return { ...Object.fromEntries(entries), errors: rounds.reduce((sum, { errors }) => sum + errors, 0) }
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
