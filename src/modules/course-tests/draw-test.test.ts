import { describe, expect, test } from 'bun:test'
import { isLargeEnough } from '../catalog/public/course-test-rules.ts'
import { DIFFICULTIES, type QuestionId } from '../questions/public/question.ts'
import { drawTest } from './draw-test.ts'

const SKILLS = ['one', 'two', 'two', 'two', 'three', 'three']
const POOL = Array.from({ length: 24 }, (_, index) => ({
  id: `q${index}` as QuestionId,
  skill: SKILLS[index % SKILLS.length]!,
  difficulty: DIFFICULTIES[Math.floor(index / 8)]!,
}))

const draw = (seed: string, earlier: QuestionId[][] = [], count = 8) =>
  drawTest({ pool: POOL, count, earlier, seed })
const questionsOf = (ids: QuestionId[]) => ids.map((id) => POOL.find((question) => question.id === id)!)
const countBy = (ids: QuestionId[], field: 'skill' | 'difficulty') =>
  Object.fromEntries(
    [...Map.groupBy(questionsOf(ids), (question) => question[field])].map(([key, found]) => [
      key,
      found.length,
    ]),
  )

describe('drawTest', () => {
  test('the seed determines the questions, and another seed gives others', () => {
    expect(draw('a')).toEqual(draw('a'))
    expect(new Set(draw('a')).size).toBe(8)
    expect(new Set(['a', 'b', 'c', 'd', 'e'].map((seed) => draw(seed).join())).size).toBe(5)
  })

  test('skills and difficulties have their share of the pool', () => {
    for (let seed = 0; seed < 50; seed++) {
      const ids = draw(`seed ${seed}`)
      expect(countBy(ids, 'skill')).toEqual({ one: 1, two: 4, three: 3 })
      for (const count of Object.values(countBy(ids, 'difficulty'))) expect(count).toBeWithin(2, 4)
    }
  })

  test('a short test has every skill once', () => {
    for (let seed = 0; seed < 50; seed++)
      expect(countBy(draw(`seed ${seed}`, [], 3), 'skill')).toEqual({ one: 1, two: 1, three: 1 })
  })

  test('three attempts ask 24 different questions; the fourth repeats those of the first', () => {
    for (let seed = 0; seed < 20; seed++) {
      const attempts: QuestionId[][] = []
      for (let number = 0; number < 4; number++) attempts.push(draw(`${seed} ${number}`, attempts))
      expect(new Set(attempts.slice(0, 3).flat()).size).toBe(24)
      expect(attempts[3]!.toSorted()).toEqual(attempts[0]!.toSorted())
    }
  })
})

test('a pool has three times the questions of a test', () => {
  expect([isLargeEnough(23, 8), isLargeEnough(24, 8)]).toEqual([false, true])
})
