import { expect, test } from 'bun:test'
import { isMisspelling } from './is-misspelling.ts'

test.each([
  ['soliditty', 'solidity'],
  ['contrakts', 'contracts'],
  ['enginer', 'engineer'],
  ['desinger', 'designer'],
  ['bitcon', 'bitcoin'],
])('%j is a misspelling of %j', (one, other) => {
  expect([isMisspelling(one, other), isMisspelling(other, one)]).toEqual([true, true])
})

test.each([
  ['tasting', 'testing'],
  ['solidarity', 'solidity'],
  ['vents', 'events'],
  ['plant', 'plan'],
  ['ballets', 'wallets'],
  ['pilot', 'plot'],
  ['solidity', 'solidity'],
])('%j is not a misspelling of %j', (one, other) => {
  expect([isMisspelling(one, other), isMisspelling(other, one)]).toEqual([false, false])
})
