import { expect, test } from 'bun:test'
import ar from '../messages/contests/ar.ts'
import en from '../messages/contests/en.ts'
import fr from '../messages/contests/fr.ts'
import pt from '../messages/contests/pt.ts'
import sw from '../messages/contests/sw.ts'
import { runProblemKey } from './run-problem.ts'

const CODES = [
  'CONTEST_PLAN_INCOMPLETE',
  'DAILY_REWARD_BUDGET_SPENT',
  'HOUSE_PRIZE_TOO_SHORT',
  'NO_SUCH_AUTHOR',
  'REWARD_NEEDS_ADMIN',
  'RUN_MISSED',
]

test('each code of a series, and one that is unknown, is a sentence of its own in every language', () => {
  for (const messages of [en, fr, pt, sw, ar]) {
    const sentences = [...CODES, 'A_CODE_OF_LATER'].map((code) => messages[runProblemKey(code)])
    expect(new Set(sentences).size).toBe(CODES.length + 1)
    for (const sentence of sentences) expect(sentence).toMatch(/^[^_{]+\.$/)
  }
  expect(runProblemKey('A_CODE_OF_LATER')).toBe('runProblem.other')
})
