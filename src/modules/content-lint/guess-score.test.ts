import { describe, expect, test } from 'bun:test'
import { isFair, isNearChance, isPlausible, scoreByLength } from './guess-score.ts'
import type { LintedQuestion } from './question-set.ts'

const question = (right: string, ...wrong: string[]): LintedQuestion => ({
  file: 'questions/a.yaml',
  line: 1,
  key: 'a',
  storedKey: 'topic:a/a',
  prompt: 'a?',
  right,
  wrong,
  wrongWithoutFeedback: [],
  explanation: 'a',
  skill: undefined,
})

describe('scoreByLength', () => {
  test('a tie counts as a share, and backticks do not count as length', () => {
    const questions = [
      question('long right', 'a', 'b', 'c'),
      question('same', 'also', 'a', 'b'),
      question('`abc`', 'abcd', 'ab', 'a'),
    ]
    expect(scoreByLength(questions, 'longest')).toEqual({ hits: 1.5, count: 3, chance: 0.25 })
    expect(scoreByLength(questions, 'shortest').hits).toBe(0)
  })

  test('chance is the mean over questions with different numbers of options', () => {
    expect(scoreByLength([question('a', 'bb'), question('a', 'b', 'c', 'd')], 'longest').chance).toBe(0.375)
  })

  test('a question that is not a choice of one option is left out', () => {
    expect(scoreByLength([question('')], 'longest')).toEqual({ hits: 0, count: 0, chance: 0 })
  })
})

describe('limits', () => {
  test('five points of chance are the limit in a set of 20', () => {
    const score = (hits: number) => isNearChance({ hits, count: 20, chance: 0.25 })
    expect([3.9, 4, 6, 6.1].map(score)).toEqual([false, true, true, false])
  })

  test('the nearest count is near chance in a set that is too small for five points', () => {
    const score = (hits: number) => isNearChance({ hits, count: 5, chance: 0.25 })
    expect([0, 1, 2].map(score)).toEqual([false, true, false])
  })

  test('a small set may differ as much as chance does, a large set may not', () => {
    expect(isFair({ hits: 3, count: 5, chance: 0.25 })).toBe(true)
    expect(isFair({ hits: 4, count: 5, chance: 0.25 })).toBe(false)
    expect(isFair({ hits: 7, count: 20, chance: 0.25 })).toBe(false)
  })

  test('the binomial test agrees with a table', () => {
    // Two-sided p-values of 20 questions at 0.25: 0 → 0.0071, 1 → 0.0382, 2 → 0.1931, 9 → 0.0652, 10 → 0.0170.
    const score = (hits: number) => isPlausible({ hits, count: 20, chance: 0.25 })
    expect([0, 1, 2, 9, 10].map(score)).toEqual([false, false, true, true, false])
  })
})
