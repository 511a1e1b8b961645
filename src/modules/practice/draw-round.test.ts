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

type Draw = Parameters<typeof drawRound>[0]
const draw = (given: Pick<Draw, 'groups' | 'seed'> & Partial<Draw>) =>
  drawRound({ answeredAt: new Map(), lastRound: new Set(), distanceOf, ...given })
/** All of these questions were answered on this day of 2026. */
const answeredOn = (day: number, questions: QuestionId[]) =>
  new Map(questions.map((id) => [id, new Date(Date.UTC(2026, 0, day))]))

describe('drawRound', () => {
  const groups = [
    { ids: own, max: 4 },
    { ids: others, max: 8 },
  ]

  test('a round has at most the maximum of a group, and more if later groups have too few', () => {
    const drawn = draw({ groups, seed: 'a' })
    expect([drawn.length, countOf(drawn, 'own')]).toEqual([8, 4])
    const few = [groups[0]!, { ids: others.slice(0, 1), max: 8 }]
    expect(draw({ groups: few, seed: 'a' })).toHaveLength(7)
    expect(draw({ groups: [groups[0]!], seed: 'a' })).toHaveLength(6)
  })

  test('unseen questions of a later group come before seen ones of an earlier group', () => {
    const drawn = draw({ groups, answeredAt: answeredOn(1, own), seed: 'a' })
    expect(countOf(drawn, 'other')).toBe(8)
    const answeredAt = answeredOn(1, [...own, ...others.slice(3)])
    const fewUnseen = draw({ groups, answeredAt, seed: 'a' })
    for (const id of others.slice(0, 3)) expect(fewUnseen).toContain(id)
    expect(countOf(fewUnseen, 'own')).toBe(4)
  })

  test('unseen questions take at most the maximum of their group while other questions are left', () => {
    const limited = [
      { ids: own, max: 8 },
      { ids: others, max: 4 },
    ]
    const drawn = draw({ groups: limited, answeredAt: answeredOn(1, own), seed: 'a' })
    expect([countOf(drawn, 'own'), countOf(drawn, 'other')]).toEqual([4, 4])
  })

  test('of seen questions, those answered the longest time ago come first', () => {
    const answeredAt = new Map([...answeredOn(9, others.slice(8)), ...answeredOn(2, others.slice(0, 8))])
    const drawn = draw({ groups: [groups[1]!], answeredAt, seed: 'a' })
    expect(drawn.toSorted()).toEqual(others.slice(0, 8).toSorted())
  })

  test('questions of the last round come only when no others are left', () => {
    const answeredAt = answeredOn(1, [...own, ...others])
    const lastRound = new Set(others.slice(0, 8))
    // They were answered before the others, by the clock of the lesson, and still have to rest.
    for (const id of lastRound) answeredAt.set(id, new Date(0))
    const rested = draw({ groups, answeredAt, lastRound, seed: 'a' })
    expect(rested.filter((id) => lastRound.has(id))).toEqual([])
    const [all] = [draw({ groups: [{ ids: others.slice(0, 10), max: 4 }], answeredAt, lastRound, seed: 'a' })]
    expect(all).toHaveLength(8)
    for (const id of others.slice(8, 10)) expect(all).toContain(id)
  })

  test('of unseen questions, those of the right difficulty come first', () => {
    const near = others.slice(5, 13)
    const isNear = (id: QuestionId) => (near.includes(id) ? 0 : 0.2)
    const all = [{ ids: others, max: 8 }]
    const drawn = draw({ groups: all, distanceOf: isNear, seed: 'a' })
    expect(drawn.toSorted()).toEqual(near.toSorted())
    const later = draw({ groups: all, answeredAt: answeredOn(1, near), distanceOf: isNear, seed: 'a' })
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
          const answeredAt = new Map(earlier.flatMap((round, day) => [...answeredOn(day + 1, round)]))
          const given = { groups: random, answeredAt, lastRound: new Set(earlier.at(-1)), seed }
          const drawn = draw(given)
          const all = new Set(random.flatMap((group) => group.ids))
          expect(new Set(drawn).size).toBe(drawn.length)
          expect(drawn.length).toBe(Math.min(MAX_ROUND_SIZE, all.size))
          expect(drawn.every((id) => all.has(id))).toBe(true)
          expect(draw(given)).toEqual(drawn)
          // Questions of the last round are only drawn with all others.
          const others = [...all].filter((id) => !given.lastRound.has(id))
          if (drawn.some((id) => given.lastRound.has(id)))
            expect(others.filter((id) => !drawn.includes(id))).toEqual([])
        },
      ),
      { numRuns: 500, seed: 17 },
    )
  })
})
