import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { reportMeasurement } from '../../../../test/harness/report-measurement.ts'
import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import { withCommit } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import type { Tx } from '../../../platform/transaction/tx.ts'
import { issueOneTimeCode } from '../../accounts/public/issue-one-time-code.ts'
import { errors } from '../errors.ts'
import { issuePinToken } from '../public/pin-token.ts'
import { requireOffRampUnblocked } from '../public/require-off-ramp-unblocked.ts'
import { requirePin } from '../public/require-pin.ts'
import {
  createWalletTestbed,
  FIRST_PIN,
  outcomeOf,
  pinComparisons,
  refusalOf,
  type WalletTestbed,
} from '../wallet-testbed.ts'
import { checkPin } from './check-pin.ts'
import { verifyPin } from './pin-hash.ts'
import { resetPin } from './reset-pin.ts'
import { setPin } from './set-pin.ts'

const PIN = '739164'
const WRONG = '402857'
const START = new Date('2026-11-02T08:00:00.000Z')

let testbed: WalletTestbed
beforeAll(async () => {
  testbed = await createWalletTestbed(16)
})
afterAll(() => testbed.test.drop())

const withPin = () => testbed.addCallerWithPin(PIN, START)

const guess = (caller: Caller, pin: string, now: Date) =>
  outcomeOf(testbed.write((tx) => checkPin(tx, { userId: caller.userId, pin, now })))

describe('consecutive wrong PINs', () => {
  test('wrong PINs count by number, not by the time of their requests', async () => {
    const caller = await withPin()
    expect(await guess(caller, WRONG, addMs(START, 2))).toBe('PIN_INVALID')
    expect(await guess(caller, WRONG, addMs(START, 1))).toBe('PIN_INVALID')
    expect(await guess(caller, PIN, START)).toBe('done')
  })

  test('a PIN with a damaged hash is refused like a wrong one', async () => {
    const caller = await withPin()
    await testbed.database.query`update wallet_pin set pin_hash = 'damaged' where user_id = ${caller.userId}`
    const refusal = await refusalOf(testbed.write((tx) => checkPin(tx, { ...caller, pin: PIN, now: START })))
    expect([refusal.code, refusal.extra]).toEqual(['PIN_INVALID', { remainingAttempts: 4 }])
  })

  test('wrong PINs lock for 15, 30 and then 60 minutes, and ten require a reset', async () => {
    const caller = await withPin()
    let now = START
    for (const left of [4, 3, 2, 1, 0]) {
      const refusal = await refusalOf(testbed.write((tx) => checkPin(tx, { ...caller, pin: WRONG, now })))
      expect([refusal.code, refusal.extra]).toEqual(['PIN_INVALID', { remainingAttempts: left }])
    }
    for (const minutes of [15, 30, 60, 60, 60]) {
      const almost = addMs(now, minutes * MINUTE_MS - 1)
      const refusal = await refusalOf(
        testbed.write((tx) => checkPin(tx, { ...caller, pin: PIN, now: almost })),
      )
      expect([refusal.code, refusal.status]).toEqual(['PIN_LOCKED', 423])
      expect(refusal.retryAfterSeconds).toBeCloseTo(0.001)
      now = addMs(now, minutes * MINUTE_MS)
      expect(await guess(caller, WRONG, now)).toBe('PIN_INVALID')
    }
    const years = addMs(now, 10 * 365 * 24 * 60 * MINUTE_MS)
    const refusal = await refusalOf(testbed.write((tx) => checkPin(tx, { ...caller, pin: PIN, now: years })))
    expect([refusal.code, refusal.extra]).toEqual([
      'PIN_LOCKED',
      { remainingAttempts: 0, lockedUntil: null, resetRequired: true },
    ])
  })

  test('a correct PIN resets the counter, also after a lock', async () => {
    const caller = await withPin()
    for (let time = 0; time < 4; time++) await guess(caller, WRONG, START)
    expect(await guess(caller, PIN, START)).toBe('done')
    for (let time = 0; time < 5; time++) expect(await guess(caller, WRONG, START)).toBe('PIN_INVALID')
    expect(await guess(caller, PIN, START)).toBe('PIN_LOCKED')
    const after = addMs(START, 15 * MINUTE_MS)
    expect(await guess(caller, PIN, after)).toBe('done')
    for (let time = 0; time < 4; time++) expect(await guess(caller, WRONG, after)).toBe('PIN_INVALID')
    expect(await guess(caller, PIN, after)).toBe('done')
  })

  test('wrong PINs of one user do not count for another', async () => {
    const [one, other] = [await withPin(), await withPin()]
    for (let time = 0; time < 5; time++) await guess(one, WRONG, START)
    expect([await guess(one, PIN, START), await guess(other, PIN, START)]).toEqual(['PIN_LOCKED', 'done'])
  })

  test('wrong PINs of verification, change and payout count together', async () => {
    const caller = await withPin()
    const { userId } = caller
    const change = () =>
      outcomeOf(
        testbed.write((tx) =>
          setPin(tx, { userId, pin: '580471', currentPin: WRONG, now: START }, FIRST_PIN),
        ),
      )
    const payOut = () =>
      outcomeOf(testbed.write((tx) => requirePin(tx, { caller, walletPin: WRONG, now: START })))
    const outcomes = [await guess(caller, WRONG, START), await change(), await payOut()]
    outcomes.push(await change(), await payOut())
    expect(outcomes).toEqual(Array(5).fill('PIN_INVALID'))
    expect([await guess(caller, PIN, START), await change(), await payOut()]).toEqual(
      Array(3).fill('PIN_LOCKED'),
    )
  })
})

describe('a thousand concurrent guesses', () => {
  const pinOf = (index: number) => String(100_003 + index * 7).padStart(6, '0')

  test('of a thousand concurrent guesses on all endpoints five are compared', async () => {
    const caller = await withPin()
    const before = await pinComparisons()
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        index % 2 === 0
          ? guess(caller, pinOf(index), START)
          : outcomeOf(testbed.write((tx) => requirePin(tx, { caller, walletPin: pinOf(index), now: START }))),
      ),
    )
    const compared = (await pinComparisons()) - before
    reportMeasurement(`1,000 concurrent wrong PINs: ${compared} compared`)
    expect(compared).toBe(5)
    expect(outcomes.filter((outcome) => outcome === 'PIN_INVALID')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'PIN_LOCKED')).toHaveLength(995)
    expect(await guess(caller, PIN, START)).toBe('PIN_LOCKED')
  })

  test('an unsafe control that counts after comparing allows many more guesses', async () => {
    const caller = await withPin()
    const before = await pinComparisons()
    const unsafeControl = async (tx: Tx, pin: string) => {
      const [row] = await tx<{ hash: string; wrong: number }>`
        select pin_hash as hash, failed_attempts as wrong from wallet_pin where user_id = ${caller.userId}`
      if (row!.wrong >= 5) throw errors.pin_locked()
      if (await verifyPin(caller.userId, pin, row!.hash)) return
      await tx`
        update wallet_pin set failed_attempts = least(failed_attempts + 1, 10) where user_id = ${caller.userId}`
      throw withCommit(errors.pin_invalid())
    }
    await Promise.all(
      Array.from({ length: 16 }, (_, index) =>
        outcomeOf(testbed.write((tx) => unsafeControl(tx, pinOf(index)))),
      ),
    )
    expect((await pinComparisons()) - before).toBeGreaterThan(5)
  })

  test('a dozen concurrent correct PINs are all accepted', async () => {
    const caller = await withPin()
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => guess(caller, PIN, START)))
    expect(new Set(outcomes)).toEqual(new Set(['done']))
  })
})

describe('PIN tokens', () => {
  const issue = (caller: Caller, now = START) => testbed.write((tx) => issuePinToken(tx, caller, now))
  const use = (caller: Caller, pinToken: string, now = START) =>
    outcomeOf(testbed.write((tx) => requirePin(tx, { caller, pinToken, now })))

  test('of a hundred concurrent uses of a PIN token one succeeds', async () => {
    const caller = await withPin()
    const token = await issue(caller)
    const outcomes = await Promise.all(Array.from({ length: 100 }, () => use(caller, token)))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'PIN_REQUIRED')).toHaveLength(99)
  })

  test('a PIN token is valid for five minutes', async () => {
    const caller = await withPin()
    const [one, other] = [await issue(caller), await issue(caller)]
    expect(await use(caller, one, addMs(START, 5 * MINUTE_MS - 1))).toBe('done')
    expect(await use(caller, other, addMs(START, 5 * MINUTE_MS))).toBe('PIN_REQUIRED')
  })

  test('a PIN token is valid only for its user and session', async () => {
    const [caller, otherUser] = [await withPin(), await withPin()]
    const token = await issue(caller)
    const elsewhere = { ...caller, sessionId: newId<'Session'>() }
    const asMe = { ...otherUser, sessionId: caller.sessionId }
    for (const other of [elsewhere, otherUser, asMe]) expect(await use(other, token)).toBe('PIN_REQUIRED')
    for (const wrong of ['', 'x', `${token}x`, token.toUpperCase()])
      expect(await use(caller, wrong)).toBe('PIN_REQUIRED')
    expect(await use(caller, token)).toBe('done')
  })

  test('an operation that is refused for another reason does not use the PIN token', async () => {
    const caller = await withPin()
    const token = await issue(caller)
    const refused = testbed.write(async (tx) => {
      await requirePin(tx, { caller, pinToken: token, now: START })
      throw errors.off_ramp_blocked()
    })
    expect(await outcomeOf(refused)).toBe('OFF_RAMP_BLOCKED')
    expect(await use(caller, token)).toBe('done')
  })

  test('a PIN token ends when the PIN changes', async () => {
    const caller = await withPin()
    const token = await issue(caller)
    await testbed.write((tx) =>
      setPin(tx, { ...caller, pin: '580471', currentPin: PIN, now: START }, FIRST_PIN),
    )
    expect(await use(caller, token)).toBe('PIN_REQUIRED')
  })

  test('the PIN works with an invalid token, and neither of them is refused', async () => {
    const caller = await withPin()
    const both = testbed.write((tx) => requirePin(tx, { caller, pinToken: 'x', walletPin: PIN, now: START }))
    expect(await outcomeOf(both)).toBe('done')
    const neither = testbed.write((tx) => requirePin(tx, { caller, now: START }))
    expect(await outcomeOf(neither)).toBe('PIN_REQUIRED')
  })
})

test('of many concurrent first PINs one is set and the others get PIN_ALREADY_SET', async () => {
  const { userId } = await testbed.addCaller()
  const pins = Array.from({ length: 20 }, (_, index) => String(500_317 + index * 11))
  const outcomes = await Promise.all(
    pins.map((pin) =>
      outcomeOf(
        testbed.write((tx) => setPin(tx, { userId, pin, currentPin: undefined, now: START }, FIRST_PIN)),
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'PIN_ALREADY_SET')).toHaveLength(19)
  const winner = pins[outcomes.indexOf('done')]!
  expect(await outcomeOf(testbed.write((tx) => checkPin(tx, { userId, pin: winner, now: START })))).toBe(
    'done',
  )
})

test('a PIN row that is copied to another user with the same PIN does not match', async () => {
  const [one, other] = [await withPin(), await withPin()]
  await testbed.database.query`
    update wallet_pin set pin_hash = (select pin_hash from wallet_pin where user_id = ${one.userId})
    where user_id = ${other.userId}`
  expect(await guess(other, PIN, START)).toBe('PIN_INVALID')
})

test('a reset blocks payouts for the configured time, and a change does not end the block', async () => {
  const caller = await withPin()
  const { userId } = caller
  const isOpen = (now: Date) => outcomeOf(requireOffRampUnblocked(testbed.database.query, { userId, now }))
  expect(await isOpen(START)).toBe('done')
  const code = await testbed.write((tx) => issueOneTimeCode(tx, 'wallet_pin_reset', userId, START))
  const reset = { userId, code, newPin: '580471', offRampBlockSeconds: 3_600, now: START }
  await testbed.write((tx) => resetPin(tx, reset))
  await testbed.write((tx) =>
    setPin(tx, { userId, pin: '904715', currentPin: '580471', now: START }, FIRST_PIN),
  )
  const refusal = await refusalOf(
    requireOffRampUnblocked(testbed.database.query, { userId, now: addMs(START, 1) }),
  )
  expect([refusal.code, refusal.status, refusal.retryAfterSeconds]).toEqual([
    'OFF_RAMP_BLOCKED',
    423,
    3_599.999,
  ])
  expect(await isOpen(addMs(START, 3_600_000))).toBe('done')
})
