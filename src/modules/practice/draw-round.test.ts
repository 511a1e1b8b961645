import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { QuestionId } from '../questions/public/question.ts'
import { drawRound } from './draw-round.ts'
import { MAX_ROUND_SIZE } from './round.ts'

const ids = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}` as QuestionId)
const own = ids('own', 6)
const others = ids('other', 20)
const countOf = (drawn: QuestionId[], prefix: string) => drawn.filter((id) => id.startsWith(prefix)).length
const distanceOf = () => 0

describe('drawRound', () => {
  const groups = [
    { ids: own, max: 4 },
    { ids: others, max: 8 },
  ]

  test('a round has at most the maximum of a group, and more if later groups have too few', () => {
    const drawn = drawRound({ groups, earlier: [], distanceOf, seed: 'a' })
    expect([drawn.length, countOf(drawn, 'own')]).toEqual([8, 4])
    const few = [groups[0]!, { ids: others.slice(0, 1), max: 8 }]
    expect(drawRound({ groups: few, earlier: [], distanceOf, seed: 'a' })).toHaveLength(7)
    expect(drawRound({ groups: [groups[0]!], earlier: [], distanceOf, seed: 'a' })).toHaveLength(6)
  })

  test('questions that were not practised come first, then those of the oldest round', () => {
    const first = drawRound({ groups, earlier: [], distanceOf, seed: 'a' })
    const second = drawRound({ groups, earlier: [first], distanceOf, seed: 'b' })
    const isOther = (id: QuestionId) => id.startsWith('other')
    expect(first.filter(isOther).filter((id) => second.includes(id))).toEqual([])
    // Two of six own questions are left after the first round.
    expect(second.filter((id) => !isOther(id) && !first.includes(id))).toHaveLength(2)
    const third = drawRound({
      groups: [groups[0]!],
      earlier: [second, own.slice(0, 1)],
      distanceOf,
      seed: 'c',
    })
    expect(third).toHaveLength(6)
  })

  test('of equally fresh questions, those of the right difficulty come first', () => {
    const near = others.slice(5, 13)
    const isNear = (id: QuestionId) => (near.includes(id) ? 0 : 0.2)
    const all = [{ ids: others, max: 8 }]
    const drawn = drawRound({ groups: all, earlier: [], distanceOf: isNear, seed: 'a' })
    expect(drawn.toSorted()).toEqual(near.toSorted())
    const later = drawRound({ groups: all, earlier: [near], distanceOf: isNear, seed: 'a' })
    expect(later.filter((id) => near.includes(id))).toEqual([])
  })

  test('a round never asks a question twice, is not larger than allowed, and depends on the seed only', () => {
    const pool = fc.uniqueArray(fc.constantFrom(...own, ...others), { maxLength: 20 })
    fc.assert(
      fc.property(
        fc.array(fc.record({ ids: pool, max: fc.integer({ min: 0, max: 8 }) }), { maxLength: 3 }),
        fc.array(pool, { maxLength: 5 }),
        fc.string(),
        (random, earlier, seed) => {
          const drawn = drawRound({ groups: random, earlier, distanceOf, seed })
          const all = new Set(random.flatMap((group) => group.ids))
          expect(new Set(drawn).size).toBe(drawn.length)
          expect(drawn.length).toBe(Math.min(MAX_ROUND_SIZE, all.size))
          expect(drawn.every((id) => all.has(id))).toBe(true)
          expect(drawRound({ groups: random, earlier, distanceOf, seed })).toEqual(drawn)
        },
      ),
      { numRuns: 500, seed: 17 },
    )
  })
})
