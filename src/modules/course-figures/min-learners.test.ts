import { expect, test } from 'bun:test'
import { ofGroup, shareOf } from './min-learners.ts'

test('a share of five learners is shown, and one of four is not', () => {
  expect([shareOf(2, 5), shareOf(2, 4), shareOf(0, 0), shareOf(1, 6)]).toEqual([0.4, null, null, 0.167])
})

test('a value about five learners is shown, and one about four is not', () => {
  expect([ofGroup(1.26, { group: 5, digits: 1 }), ofGroup(1.26, { group: 4, digits: 1 })]).toEqual([
    1.3,
    null,
  ])
  expect(ofGroup(null, { group: 9, digits: 1 })).toBeNull()
})
