import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { later, MINUTE_MS } from '../../../platform/clock.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { newId } from '../../../platform/ids.ts'
import { issueCode } from '../../identity/codes/issue-code.ts'
import { forgetProofs } from '../forget-wallet.ts'
import { createWalletBed, outcomeOf, refusalOf, type WalletBed } from '../wallet-testbed.ts'
import { checkPin, refuseWhileLocked } from './check-pin.ts'
import { issuePinToken } from './pin-token.ts'
import { deleteOldPinTokens } from './queries.ts'
import { requireOffRampOpen } from './require-off-ramp-open.ts'
import { requirePin } from './require-pin.ts'
import { resetPin, sendPinResetCode } from './reset-pin.ts'
import { setPin } from './set-pin.ts'

setDefaultTimeout(120_000)

const PIN = '739164'
const NEW = '580471'
const WRONG = '402857'
const START = new Date('2026-11-02T08:00:00.000Z')

let bed: WalletBed
/** Locked, with one wrong PIN, and with none: those who are there whatever happens to others. */
let locked: Caller
let warned: Caller
let other: Caller
beforeAll(async () => {
  bed = await createWalletBed()
  ;[locked, warned, other] = [await withPin(), await withPin(), await withPin()]
  await bed.database.query`
    update wallet_pin set wrong_in_a_row = 5, locked_until = ${later(START, 15 * MINUTE_MS)} where user_id = ${locked.userId}`
  await bed.database.query`update wallet_pin set wrong_in_a_row = 1 where user_id = ${warned.userId}`
})
afterAll(() => bed.test.drop())

const withPin = () => bed.addCallerWithPin(PIN, START)

/** What is kept of the three to whom nothing happens, and who have a token each. */
const others = async () => [
  ...(await bed.database.query`
    select wrong_in_a_row as wrong, locked_until as until, off_ramp_blocked_until as blocked, pin_hash as hash, set_at as "setAt",
      (select count(*)::integer from pin_token where pin_token.user_id = wallet_pin.user_id) as tokens
    from wallet_pin where user_id in (${locked.userId}, ${warned.userId}, ${other.userId})
    order by wrong_in_a_row desc`),
]

async function leavingOthers(work: () => Promise<unknown>): Promise<void> {
  const before = await others()
  await work()
  expect(await others()).toEqual(before)
}

const issue = (caller: Caller, now = START) => bed.write((tx) => issuePinToken(tx, caller, now))
const guess = (caller: Caller, pin: string, now = START) =>
  bed.write((tx) => checkPin(tx, { userId: caller.userId, pin, now }))

describe('what happens to the PIN of one user happens to no other', () => {
  test('when it is right, wrong, changed, reset or forgotten', async () => {
    for (const caller of [locked, warned, other]) await issue(caller)
    const one = await withPin()
    await issue(one)
    await leavingOthers(async () => {
      await guess(one, PIN)
      expect(await outcomeOf(guess(one, WRONG))).toBe('PIN_INVALID')
      await bed.write((tx) => setPin(tx, { userId: one.userId, pin: NEW, currentPin: PIN, now: START }))
      const code = await bed.write((tx) => issueCode(tx, 'wallet_pin_reset', one.userId, START))
      const reset = { userId: one.userId, code, newPin: PIN, offRampBlockSeconds: 60, now: START }
      await bed.write((tx) => resetPin(tx, reset))
      await bed.write((tx) => forgetProofs(tx, { id: newId(), name: '', data: { userId: one.userId } }))
    })
    expect(await outcomeOf(guess(one, PIN))).toBe('PIN_NOT_SET')
  })
})

describe('a look before the limit is asked', () => {
  const look = (caller: Caller, now: Date) =>
    outcomeOf(refuseWhileLocked(bed.database.query, caller.userId, now))

  test('refuses for as long as the lock lasts, and not a moment longer', async () => {
    const end = later(START, 15 * MINUTE_MS)
    expect([await look(locked, START), await look(locked, later(end, -1)), await look(locked, end)]).toEqual([
      'PIN_LOCKED',
      'PIN_LOCKED',
      'done',
    ])
  })

  test('refuses for good after ten wrong ones', async () => {
    const one = await withPin()
    const state = (wrong: number) =>
      bed.database
        .query`update wallet_pin set wrong_in_a_row = ${wrong}, locked_until = ${START} where user_id = ${one.userId}`
    await state(9)
    expect(await look(one, later(START, 1))).toBe('done')
    await state(10)
    expect(await look(one, later(START, 1))).toBe('PIN_LOCKED')
  })

  test('leaves alone who has no PIN, or no lock', async () => {
    expect([await look(await bed.addCaller(), START), await look(warned, START)]).toEqual(['done', 'done'])
  })
})

test('a lock says until when, and that waiting helps', async () => {
  const until = later(START, 15 * MINUTE_MS)
  const refusal = await refusalOf(guess(locked, PIN, later(until, -30_000)))
  expect([refusal.retryAfterSeconds, refusal.extra]).toEqual([
    30,
    { remainingAttempts: 0, lockedUntil: until.toISOString(), resetRequired: false },
  ])
})

test('a new PIN begins with all tries, whether it was changed or reset', async () => {
  const one = await withPin()
  const left = async (now: Date) => (await refusalOf(guess(one, WRONG, now))).extra
  expect(await left(START)).toEqual({ remainingAttempts: 4 })
  await bed.write((tx) => setPin(tx, { userId: one.userId, pin: NEW, currentPin: PIN, now: START }))
  expect(await left(START)).toEqual({ remainingAttempts: 4 })
  for (let time = 0; time < 4; time++) await outcomeOf(guess(one, WRONG))
  const code = await bed.write((tx) => issueCode(tx, 'wallet_pin_reset', one.userId, START))
  const reset = { userId: one.userId, code, newPin: PIN, offRampBlockSeconds: 60, now: START }
  await bed.write((tx) => resetPin(tx, reset))
  expect(await left(START)).toEqual({ remainingAttempts: 4 })
  await guess(one, PIN)
})

test('a reset needs the right code and a PIN that is not easy, and changes nothing without them', async () => {
  const one = await withPin()
  const code = await bed.write((tx) => issueCode(tx, 'wallet_pin_reset', one.userId, START))
  const reset = (otherCode: string, newPin: string) =>
    outcomeOf(
      bed.write((tx) =>
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

test('a second reset never brings the pay-outs back sooner', async () => {
  const { userId } = await withPin()
  const reset = async (now: Date, offRampBlockSeconds: number) => {
    const code = await bed.write((tx) => issueCode(tx, 'wallet_pin_reset', userId, now))
    await bed.write((tx) => resetPin(tx, { userId, code, newPin: NEW, offRampBlockSeconds, now }))
  }
  await reset(START, 3_600)
  await reset(later(START, 2 * MINUTE_MS), 60)
  const until = later(START, 60 * MINUTE_MS)
  const isOpen = (now: Date) => outcomeOf(requireOffRampOpen(bed.database.query, { userId, now }))
  expect([await isOpen(later(until, -1)), await isOpen(until)]).toEqual(['OFF_RAMP_BLOCKED', 'done'])
})

test('a code is for who has a PIN', async () => {
  const { userId } = await bed.addCaller()
  expect(await outcomeOf(bed.write((tx) => sendPinResetCode(tx, { userId, now: START })))).toBe('PIN_NOT_SET')
  const letters = () => bed.database.query`select from outgoing_mail where subject = 'Reset your wallet PIN'`
  expect(await letters()).toHaveLength(0)
  await bed.write((tx) => sendPinResetCode(tx, { userId: other.userId, now: START }))
  expect(await letters()).toHaveLength(1)
})

test('setting refuses what is easy, what is there already, and the PIN that is set', async () => {
  const one = await withPin()
  const set = (pin: string, currentPin?: string) =>
    outcomeOf(bed.write((tx) => setPin(tx, { userId: one.userId, pin, currentPin, now: START })))
  expect([await set('1234'), await set(NEW), await set('1234', PIN), await set(PIN, PIN)]).toEqual([
    'WEAK_PIN',
    'PIN_ALREADY_SET',
    'WEAK_PIN',
    'WEAK_PIN',
  ])
  await guess(one, PIN)
})

test('who brings no PIN and who brings a token that is no good are told which', async () => {
  const messageFor = async (pinToken?: string) =>
    (await refusalOf(bed.write((tx) => requirePin(tx, { caller: other, pinToken, now: START })))).message
  expect(await messageFor('x')).toContain('has expired')
  expect(await messageFor()).not.toContain('has expired')
})

test('tokens are thrown away from the moment on at which they end, some at a time', async () => {
  await bed.database.query`delete from pin_token`
  for (const seconds of [3, 1, 2]) await issue(other, later(START, seconds * 1000))
  const end = (seconds: number) => later(START, 5 * MINUTE_MS + seconds * 1000)
  const db = bed.database.query
  expect(await deleteOldPinTokens(db, later(end(1), -1), 10)).toBe(0)
  expect(await deleteOldPinTokens(db, end(2), 1)).toBe(1)
  const left = async () =>
    (await db<{ at: Date }>`select expires_at as at from pin_token order by 1`).map(({ at }) => at)
  expect(await left()).toEqual([end(2), end(3)])
  expect(await deleteOldPinTokens(db, end(2), 10)).toBe(1)
  expect(await left()).toEqual([end(3)])
})
