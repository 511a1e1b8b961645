import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { applyRules } from '../../../../test/harness/apply-rules.ts'
import { addMs, MINUTE_MS } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { issueOneTimeCode } from '../../accounts/public/issue-one-time-code.ts'
import { erasePersonalData } from '../personal-data.ts'
import { issuePinToken } from '../public/pin-token.ts'
import { requireOffRampUnblocked } from '../public/require-off-ramp-unblocked.ts'
import { requirePin } from '../public/require-pin.ts'
import { walletRetention } from '../retention.ts'
import {
  createWalletTestbed,
  FIRST_PIN,
  outcomeOf,
  refusalOf,
  type WalletTestbed,
} from '../wallet-testbed.ts'
import { checkPin, rejectIfLocked } from './check-pin.ts'
import { resetPin, sendPinResetCode } from './reset-pin.ts'
import { setPin } from './set-pin.ts'

const PIN = '739164'
const NEW = '580471'
const WRONG = '402857'
const START = new Date('2026-11-02T08:00:00.000Z')

let testbed: WalletTestbed
/** Users with a locked PIN, one wrong attempt and none, who must not change. */
let locked: Caller
let warned: Caller
let other: Caller
beforeAll(async () => {
  testbed = await createWalletTestbed()
  ;[locked, warned, other] = [await withPin(), await withPin(), await withPin()]
  await testbed.database.query`
    update wallet_pin set failed_attempts = 5, locked_until = ${addMs(START, 15 * MINUTE_MS)} where user_id = ${locked.userId}`
  await testbed.database.query`update wallet_pin set failed_attempts = 1 where user_id = ${warned.userId}`
})
afterAll(() => testbed.test.drop())

const withPin = () => testbed.addCallerWithPin(PIN, START)

/** The stored state of these three users, who have a token each. */
const others = async () => [
  ...(await testbed.database.query`
    select failed_attempts as wrong, locked_until as until, off_ramp_blocked_until as blocked, pin_hash as hash, set_at as "setAt",
      (select count(*)::integer from pin_token where pin_token.user_id = wallet_pin.user_id) as tokens
    from wallet_pin where user_id in (${locked.userId}, ${warned.userId}, ${other.userId})
    order by failed_attempts desc`),
]

async function leavingOthers(work: () => Promise<unknown>): Promise<void> {
  const before = await others()
  await work()
  expect(await others()).toEqual(before)
}

const issue = (caller: Caller, now = START) => testbed.write((tx) => issuePinToken(tx, caller, now))
const guess = (caller: Caller, pin: string, now = START) =>
  testbed.write((tx) => checkPin(tx, { userId: caller.userId, pin, now }))

describe('isolation between users', () => {
  test('attempts, changes, resets and erasure of one PIN do not affect other users', async () => {
    for (const caller of [locked, warned, other]) await issue(caller)
    const one = await withPin()
    await issue(one)
    await leavingOthers(async () => {
      await guess(one, PIN)
      expect(await outcomeOf(guess(one, WRONG))).toBe('PIN_INVALID')
      await testbed.write((tx) =>
        setPin(tx, { userId: one.userId, pin: NEW, currentPin: PIN, now: START }, FIRST_PIN),
      )
      const code = await testbed.write((tx) => issueOneTimeCode(tx, 'wallet_pin_reset', one.userId, START))
      const reset = { userId: one.userId, code, newPin: PIN, offRampBlockSeconds: 60, now: START }
      await testbed.write((tx) => resetPin(tx, reset))
      await testbed.write((tx) =>
        erasePersonalData(tx, { id: newId(), name: '', data: { userId: one.userId } }),
      )
    })
    expect(await outcomeOf(guess(one, PIN))).toBe('PIN_NOT_SET')
  })
})

describe('rejectIfLocked', () => {
  const look = (caller: Caller, now: Date) =>
    outcomeOf(rejectIfLocked(testbed.database.query, caller.userId, now))

  test('rejectIfLocked throws exactly until the lock ends', async () => {
    const end = addMs(START, 15 * MINUTE_MS)
    expect([await look(locked, START), await look(locked, addMs(end, -1)), await look(locked, end)]).toEqual([
      'PIN_LOCKED',
      'PIN_LOCKED',
      'done',
    ])
  })

  test('rejectIfLocked throws permanently after ten wrong attempts', async () => {
    const one = await withPin()
    const state = (wrong: number) =>
      testbed.database
        .query`update wallet_pin set failed_attempts = ${wrong}, locked_until = ${START} where user_id = ${one.userId}`
    await state(9)
    expect(await look(one, addMs(START, 1))).toBe('done')
    await state(10)
    expect(await look(one, addMs(START, 1))).toBe('PIN_LOCKED')
  })

  test('rejectIfLocked accepts a user without a PIN or a lock', async () => {
    expect([await look(await testbed.addCaller(), START), await look(warned, START)]).toEqual([
      'done',
      'done',
    ])
  })
})

test('a lock reports its end and that no reset is required', async () => {
  const until = addMs(START, 15 * MINUTE_MS)
  const refusal = await refusalOf(guess(locked, PIN, addMs(until, -30_000)))
  expect([refusal.retryAfterSeconds, refusal.extra]).toEqual([
    30,
    { remainingAttempts: 0, lockedUntil: until.toISOString(), resetRequired: false },
  ])
})

test('a changed or reset PIN starts with all attempts', async () => {
  const one = await withPin()
  const left = async (now: Date) => (await refusalOf(guess(one, WRONG, now))).extra
  expect(await left(START)).toEqual({ remainingAttempts: 4 })
  await testbed.write((tx) =>
    setPin(tx, { userId: one.userId, pin: NEW, currentPin: PIN, now: START }, FIRST_PIN),
  )
  expect(await left(START)).toEqual({ remainingAttempts: 4 })
  for (let time = 0; time < 4; time++) await outcomeOf(guess(one, WRONG))
  const code = await testbed.write((tx) => issueOneTimeCode(tx, 'wallet_pin_reset', one.userId, START))
  const reset = { userId: one.userId, code, newPin: PIN, offRampBlockSeconds: 60, now: START }
  await testbed.write((tx) => resetPin(tx, reset))
  expect(await left(START)).toEqual({ remainingAttempts: 4 })
  await guess(one, PIN)
})

test('a reset with a wrong code or a weak PIN changes nothing', async () => {
  const one = await withPin()
  const code = await testbed.write((tx) => issueOneTimeCode(tx, 'wallet_pin_reset', one.userId, START))
  const reset = (otherCode: string, newPin: string) =>
    outcomeOf(
      testbed.write((tx) =>
        resetPin(tx, { userId: one.userId, code: otherCode, newPin, offRampBlockSeconds: 60, now: START }),
      ),
    )
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect(await reset(wrong, NEW)).toBe('CODE_INVALID')
  expect(await reset(code, '1234')).toBe('WEAK_PIN')
  await guess(one, PIN)
  expect(await reset(code, NEW)).toBe('done')
  await guess(one, NEW)
})

test('a second reset never shortens the payout block', async () => {
  const { userId } = await withPin()
  const reset = async (now: Date, offRampBlockSeconds: number) => {
    const code = await testbed.write((tx) => issueOneTimeCode(tx, 'wallet_pin_reset', userId, now))
    await testbed.write((tx) => resetPin(tx, { userId, code, newPin: NEW, offRampBlockSeconds, now }))
  }
  await reset(START, 3_600)
  await reset(addMs(START, 2 * MINUTE_MS), 60)
  const until = addMs(START, 60 * MINUTE_MS)
  const isOpen = (now: Date) => outcomeOf(requireOffRampUnblocked(testbed.database.query, { userId, now }))
  expect([await isOpen(addMs(until, -1)), await isOpen(until)]).toEqual(['OFF_RAMP_BLOCKED', 'done'])
})

test('a reset code needs a PIN that is set', async () => {
  const { userId } = await testbed.addCaller()
  const publicUrl = 'https://lyceum.example'
  expect(
    await outcomeOf(testbed.write((tx) => sendPinResetCode(tx, { userId, publicUrl, now: START }))),
  ).toBe('PIN_NOT_SET')
  const mails = () =>
    testbed.database.query`select from outgoing_mail where subject = 'Reset your wallet PIN'`
  expect(await mails()).toHaveLength(0)
  await testbed.write((tx) => sendPinResetCode(tx, { userId: other.userId, publicUrl, now: START }))
  expect(await mails()).toHaveLength(1)
})

test('setPin rejects a weak PIN, a second PIN and the current PIN', async () => {
  const one = await withPin()
  const set = (pin: string, currentPin?: string) =>
    outcomeOf(
      testbed.write((tx) => setPin(tx, { userId: one.userId, pin, currentPin, now: START }, FIRST_PIN)),
    )
  expect([await set('1234'), await set(NEW), await set('1234', PIN), await set(PIN, PIN)]).toEqual([
    'WEAK_PIN',
    'PIN_ALREADY_SET',
    'WEAK_PIN',
    'WEAK_PIN',
  ])
  await guess(one, PIN)
})

test('requirePin distinguishes a missing PIN from an invalid token', async () => {
  const messageFor = async (pinToken?: string) =>
    (await refusalOf(testbed.write((tx) => requirePin(tx, { caller: other, pinToken, now: START })))).message
  expect(await messageFor('x')).toContain('has expired')
  expect(await messageFor()).not.toContain('has expired')
})

test('retention deletes PIN tokens that have expired and no others', async () => {
  await testbed.database.query`delete from pin_token`
  for (const seconds of [3, 1, 2]) await issue(other, addMs(START, seconds * 1000))
  const end = (seconds: number) => addMs(START, 5 * MINUTE_MS + seconds * 1000)
  const db = testbed.database.query
  const left = async () =>
    (await db<{ at: Date }>`select expires_at as at from pin_token order by 1`).map(({ at }) => at)
  await applyRules(db, walletRetention, end(1))
  expect(await left()).toEqual([end(1), end(2), end(3)])
  await applyRules(db, walletRetention, addMs(end(2), 1))
  expect(await left()).toEqual([end(3)])
})
