import { describe, expect, test } from 'bun:test'
import { placeCorrectAnswer } from '../questions/public/import-questions.ts'
import type { LintedQuestion, QuestionSet } from './question-set.ts'
import { lintSet } from './set-rules.ts'

/** A set with `counts[index]` questions that are stored with the right option at that index. */
function setOf(counts: number[], isStored = true): QuestionSet {
  const keys = Array.from({ length: 400 }, (_, number) => `topic:a/key-${number}`)
  const indexOf = (key: string) => placeCorrectAnswer(key, 'r', ['a', 'b', 'c']).correctIndex
  const questions = counts.flatMap((count, index) =>
    keys.filter((key) => indexOf(key) === index).slice(0, count),
  )
  return {
    kind: 'CHALLENGE',
    file: 'questions/a.yaml',
    questions: questions.map(
      (key): LintedQuestion => ({
        file: 'questions/a.yaml',
        line: 1,
        key,
        storedKey: isStored ? key : null,
        prompt: 'a?',
        right: 'r',
        wrong: ['a', 'b', 'c'],
        wrongWithoutFeedback: [],
        explanation: 'a',
        skill: undefined,
      }),
    ),
    secondsPerQuestion: null,
    skills: null,
  }
}
const messagesOf = (set: QuestionSet) => lintSet(set).map(({ rule, message }) => `${rule}: ${message}`)

describe('the stored index of right options', () => {
  test('equal shares are accepted', () => {
    expect(messagesOf(setOf([6, 6, 6, 6]))).toEqual([])
  })

  test('the first index may differ from chance by five points only', () => {
    expect(messagesOf(setOf([7, 6, 6, 5]))).toEqual([])
    expect(messagesOf(setOf([8, 6, 5, 5]))).toEqual([
      'option-index: the right option is stored first in 33 % of 24 questions, chance is 25 %; change some keys',
    ])
    expect(messagesOf(setOf([4, 7, 7, 6]))).toHaveLength(1)
  })

  test('another index may differ as much as chance does', () => {
    expect(messagesOf(setOf([6, 3, 9, 6]))).toEqual([])
    expect(messagesOf(setOf([6, 6, 12, 0])).map((message) => message.split(' in ')[0])).toEqual([
      'option-index: the right option is stored at index 2',
      'option-index: the right option is stored at index 3',
    ])
  })

  test('options that are shuffled for each user have no stored index', () => {
    expect(messagesOf(setOf([24, 0, 0, 0], false))).toEqual([])
  })
})

test('a finding about lengths names the questions to change first', () => {
  const set = setOf([6, 6, 6, 6])
  for (const [index, question] of set.questions.entries())
    if (index < 10) Object.assign(question, { key: `key-${index}`, right: 'r'.repeat(10 - index + 1) })
  expect(messagesOf(set)[0]).toContain('; look at key-0, key-1, key-2, key-3, key-4')
})
