import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { type BattleBed, createBattleBed, RIGHT } from './battles-testbed.ts'
import { type HeldQuestions, QuestionPool } from './question-pool.ts'

setDefaultTimeout(60_000)

let bed: BattleBed
let held: HeldQuestions
beforeAll(async () => {
  bed = await createBattleBed()
  held = await new QuestionPool().current(bed.database.query)
})
afterAll(() => bed.stop())

test('a seed always draws the same, never one twice, and over many battles each as often as any other', () => {
  const counts = new Map<string, number>()
  for (let battle = 0; battle < 4_000; battle++) {
    const drawn = held.draw({ topicId: null, count: 5, seed: `seed ${battle}` })
    expect(new Set(drawn).size).toBe(5)
    if (battle < 20) expect(held.draw({ topicId: null, count: 5, seed: `seed ${battle}` })).toEqual(drawn)
    for (const id of drawn) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  // Sixteen questions, of which each battle has five: 1,250 each, with a deviation of 29.
  expect(counts.size).toBe(16)
  for (const count of counts.values()) expect(Math.abs(count - 1_250)).toBeLessThan(150)
})

test('a topic gives its own questions, all there are when more are wanted, and none when it has none', async () => {
  const drawn = held.draw({ topicId: bed.topicIds.one, count: 20, seed: 'x' })
  expect(drawn).toHaveLength(8)
  const questions = await held.questions(bed.database.query, 'x', drawn)
  for (const { prompt, options, correctIndex } of questions) {
    expect(prompt).toContain('of one')
    expect(options[correctIndex]).toBe(RIGHT)
  }
  expect(new Set(questions.map(({ correctIndex }) => correctIndex)).size).toBeGreaterThan(1)
  expect(held.draw({ topicId: crypto.randomUUID() as never, count: 5, seed: 'x' })).toEqual([])
})
