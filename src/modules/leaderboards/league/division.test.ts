import { expect, test } from 'bun:test'
import { DIVISIONS, GROUP_SIZE, outcomeOf, zonesOf } from './division.ts'

test('a full group of the middle has seven rising and five falling learners', () => {
  expect(zonesOf(GROUP_SIZE, 4)).toEqual({ rising: 7, falling: 5 })
})

test('small groups have fewer rising and falling learners, and the smallest have none', () => {
  const zones = [1, 3, 4, 5, 6, 12, 24].map((size) => Object.values(zonesOf(size, 3)))
  expect(zones).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
    [1, 0],
    [1, 1],
    [3, 2],
    [6, 4],
  ])
})

test('no learner falls from the lowest division or rises from the highest', () => {
  expect(zonesOf(GROUP_SIZE, 1)).toEqual({ rising: 7, falling: 0 })
  expect(zonesOf(GROUP_SIZE, DIVISIONS.length)).toEqual({ rising: 0, falling: 5 })
})

test('the zones of a group never overlap', () => {
  for (let size = 1; size <= GROUP_SIZE; size++) {
    const { rising, falling } = zonesOf(size, 3)
    const outcomes = Array.from({ length: size }, (_, index) =>
      outcomeOf(index + 1, size, { rising, falling }),
    )
    expect(outcomes.filter((outcome) => outcome === 'ROSE')).toHaveLength(rising)
    expect(outcomes.filter((outcome) => outcome === 'FELL')).toHaveLength(falling)
  }
})
