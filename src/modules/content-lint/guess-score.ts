import { placeCorrectAnswer } from '../questions/public/import-questions.ts'
import { type LintedQuestion, optionsOf } from './question-set.ts'

/** The expected result of a user who always guesses in the same way. */
export interface GuessScore {
  /** Expected number of right guesses; a tie between options counts as a share. */
  hits: number
  /** Number of questions. */
  count: number
  /** Probability of a right answer by pure chance. */
  chance: number
}

const visibleLength = (option: string) => option.replaceAll('`', '').length

/** Scores "always the longest option" or "always the shortest option". */
export function scoreByLength(questions: LintedQuestion[], pick: 'longest' | 'shortest'): GuessScore {
  const choices = questions.filter((question) => optionsOf(question).length > 1)
  return scoreOf(choices, (question) => {
    const lengths = optionsOf(question).map(visibleLength)
    const picked = pick === 'longest' ? Math.max(...lengths) : Math.min(...lengths)
    return lengths[0] === picked ? 1 / lengths.filter((length) => length === picked).length : 0
  })
}

/** Scores "always the option at this index", as the options are stored. */
export function scoreByIndex(questions: LintedQuestion[], index: number): GuessScore {
  const choices = questions.filter(
    (question) => question.storedKey !== null && optionsOf(question).length > index,
  )
  return scoreOf(choices, ({ storedKey, right, wrong }) =>
    Number(placeCorrectAnswer(storedKey!, right, wrong).correctIndex === index),
  )
}

function scoreOf(choices: LintedQuestion[], hit: (question: LintedQuestion) => number): GuessScore {
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    hits: sum(choices.map(hit)),
    count: choices.length,
    chance:
      choices.length === 0 ? 0 : sum(choices.map((choice) => 1 / optionsOf(choice).length)) / choices.length,
  }
}

const TOLERANCE = 0.05
/** In a set with fewer questions, one question changes the score by more than the tolerance. */
const SMALL_SET = 16
const SIGNIFICANCE = 0.05

/** True if the score is within five points of chance, or the nearest count that the size of the set permits. */
export function isNearChance({ hits, count, chance }: GuessScore): boolean {
  return Math.abs(hits - count * chance) <= Math.max(count * TOLERANCE, 0.5) + 1e-9
}

/** As `isNearChance`; a small set may be as far from chance as a fair author would be in 95 of 100 sets. */
export function isFair(score: GuessScore): boolean {
  return isNearChance(score) || (score.count < SMALL_SET && isPlausible(score))
}

/** A two-sided binomial test: true if so unusual a score happens by chance in at least 5 of 100 sets. */
export function isPlausible({ hits, count, chance }: GuessScore): boolean {
  if (count === 0 || chance === 1) return true
  const probabilities = [(1 - chance) ** count]
  for (let successes = 1; successes <= count; successes++)
    probabilities.push(
      (probabilities[successes - 1]! * (count - successes + 1) * chance) / (successes * (1 - chance)),
    )
  const observed = probabilities[Math.round(hits)]!
  const asUnusual = probabilities.filter((probability) => probability <= observed * (1 + 1e-9))
  return asUnusual.reduce((total, probability) => total + probability, 0) >= SIGNIFICANCE
}
