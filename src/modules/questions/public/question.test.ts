import { describe, expect, test } from 'bun:test'
import { placeCorrectAnswer } from './import-questions.ts'
import { type QuestionId, shuffleOptions, unshuffledOption } from './question.ts'

const question = {
  id: '019a8b5e-7c1d-7000-8000-0000000000f1' as QuestionId,
  options: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
}

describe('shuffleOptions', () => {
  test('the same seed gives the same order of the same options', () => {
    for (let seed = 0; seed < 50; seed++) {
      const shown = shuffleOptions(question, `attempt ${seed}`)
      expect(shown.options).toEqual(shuffleOptions(question, `attempt ${seed}`).options)
      expect(shown.options.toSorted()).toEqual(question.options)
    }
  })

  test('unshuffledOption returns the original index, and undefined beyond the last option', () => {
    for (let seed = 0; seed < 50; seed++) {
      const shown = shuffleOptions(question, `attempt ${seed}`)
      for (const [index, text] of shown.options.entries())
        expect(question.options[unshuffledOption(question, `attempt ${seed}`, index)!]).toBe(text)
      expect(unshuffledOption(question, `attempt ${seed}`, 8)).toBeUndefined()
      expect(unshuffledOption(question, `attempt ${seed}`, -1)).toBeUndefined()
    }
  })

  test('each option comes first about equally often over many seeds', () => {
    const four = { ...question, options: ['a', 'b', 'c', 'd'] }
    const counts = new Map<string, number>()
    for (let seed = 0; seed < 4_000; seed++) {
      const [first] = shuffleOptions(four, String(seed)).options
      counts.set(first!, (counts.get(first!) ?? 0) + 1)
    }
    for (const option of four.options) {
      expect(counts.get(option)).toBeGreaterThan(850)
      expect(counts.get(option)).toBeLessThan(1_150)
    }
  })

  test('shuffling does not change the question and keeps its other fields', () => {
    const shown = shuffleOptions({ ...question, prompt: 'Which?' }, 'x')
    expect(shown.prompt).toBe('Which?')
    expect(question.options).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  })
})

describe('placeCorrectAnswer', () => {
  test('the index of the right answer depends on the key only, and every index is used', () => {
    const positions = new Set<number>()
    for (let number = 0; number < 60; number++) {
      const placed = placeCorrectAnswer(`key-${number}`, 'right', ['w1', 'w2', 'w3'])
      expect(placed.options[placed.correctIndex]).toBe('right')
      expect(placed.options.filter((option) => option !== 'right')).toEqual(['w1', 'w2', 'w3'])
      const again = placeCorrectAnswer(`key-${number}`, 'other words', ['w3', 'w2', 'w1'])
      expect(again.correctIndex).toBe(placed.correctIndex)
      positions.add(placed.correctIndex)
    }
    expect([...positions].sort()).toEqual([0, 1, 2, 3])
  })
})
