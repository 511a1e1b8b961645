import { describe, expect, test } from 'bun:test'
import { MINUTE_MS } from '../../../platform/clock.ts'
import { PinTokenHeader, PinTokenSchema, pinTokenOf } from '../public/pin-token.ts'
import {
  isWeakPin,
  lockDurationMs,
  PIN_TOKEN_LIFETIME_MS,
  PinSchema,
  remainingAttempts,
  WEAK_PIN_RULE,
} from './pin.ts'

describe('PinSchema', () => {
  for (const good of ['7391', '73916', '739164', '0007'])
    test(`the PIN ${good} is valid`, () => expect(PinSchema.safeParse(good).success).toBe(true))
  for (const bad of [
    '',
    '739',
    '7391642',
    '73 91',
    '-7391',
    '7391\n',
    '７３９１',
    '١٢٣٤',
    '12e4',
    7391,
    null,
  ])
    test(`the PIN ${JSON.stringify(bad)} is invalid`, () =>
      expect(PinSchema.safeParse(bad).success).toBe(false))
})

describe('isWeakPin', () => {
  const WEAK = {
    'one digit over and over': ['0000', '7777', '55555', '999999'],
    'a run': ['1234', '4321', '0123', '7890', '98765', '012345', '2468', '13579', '8642', '9012'],
    'a part over and over': ['1212', '6969', '121212', '123123', '45454', '90909'],
    'every digit twice': ['1122', '7733', '112233', '775533'],
    'a year': ['1900', '1987', '2026', '2099'],
    'a way over the keys': ['2580', '0852', '147258', '159753'],
    'one that many love': ['1004'],
  }
  for (const [kind, pins] of Object.entries(WEAK))
    test(`a PIN is weak if it is ${kind}`, () => expect(pins.filter((pin) => !isWeakPin(pin))).toEqual([]))

  test('every PIN in the documented rule is weak, and the rule names the popular PINs', () => {
    const documented = WEAK_PIN_RULE.match(/\b\d{4,6}\b/g)!
    expect(documented.filter((pin) => !isWeakPin(pin))).toEqual([])
    expect(documented).toEqual(expect.arrayContaining(['2580', '0852', '1004', '147258', '159753']))
  })

  test('a PIN without a pattern is not weak', () => {
    const good = [
      '7391',
      '4826',
      '1899',
      '2100',
      '73916',
      '739164',
      '198712',
      '1221',
      '5904',
      '0369',
      '8520',
      '0471',
      '704477',
      '447704',
      '301987',
    ]
    expect(good.filter(isWeakPin)).toEqual([])
  })

  test('the rules exclude only a small part of all PINs', () => {
    const weak = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0')).filter(
      isWeakPin,
    )
    expect(weak.length).toBeGreaterThan(200)
    expect(weak.length).toBeLessThan(500)
  })
})

test('the PIN is locked after five wrong attempts for 15, 30 and then 60 minutes', () => {
  const minutes = Array.from({ length: 10 }, (_, index) => lockDurationMs(index + 1) / MINUTE_MS)
  expect(minutes).toEqual([0, 0, 0, 0, 15, 30, 60, 60, 60, 60])
  expect([1, 4, 5, 9].map(remainingAttempts)).toEqual([4, 1, 0, 0])
})

test('a PIN token lasts five minutes, is in the header or the body, and has a maximum length', () => {
  expect(PIN_TOKEN_LIFETIME_MS).toBe(300_000)
  expect(pinTokenOf({ 'x-pin-token': 'one' }, { pinToken: 'other' })).toBe('one')
  expect([pinTokenOf({}, { pinToken: 'other' }), pinTokenOf({}, {})]).toEqual(['other', undefined])
  expect(PinTokenHeader.safeParse({}).success).toBe(true)
  const taken = [0, 1, 200, 201].map((length) => PinTokenSchema.safeParse('x'.repeat(length)).success)
  expect(taken).toEqual([false, true, true, false])
})
