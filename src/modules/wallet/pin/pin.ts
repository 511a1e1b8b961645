import { MINUTE_MS } from '../../../platform/clock.ts'
import { z } from '../../../platform/zod.ts'

export const PinSchema = z
  .string()
  .regex(/^\d{4,6}$/, 'must be 4 to 6 digits')
  .openapi({ example: '739164' })

/** Popular PINs that the rules below do not find. */
const POPULAR_PINS = new Set(['2580', '0852', '1004', '147258', '159753'])

/** The rule of `isWeakPin` with examples, for the API document. */
export const WEAK_PIN_RULE = `These PINs are refused as too easy to guess (\`WEAK_PIN\`): the same step of 0, 1 or 2 between all digits, up or down, also past 9 (1111, 1234, 9876, 2468, 7890); a repeated part (1212, 12121, 123123); every digit twice (1122, 775533); a year from 1900 to 2099; ${[...POPULAR_PINS].join(', ')}.`

/** Whether an attacker with a few attempts would try this PIN. */
export function isWeakPin(pin: string): boolean {
  return POPULAR_PINS.has(pin) || isSequence(pin) || isRepeated(pin) || isDoubled(pin) || isYear(pin)
}

/** Each digit is the same step from the one before: 1111, 1234, 9876, 2468, 7890. */
function isSequence(pin: string): boolean {
  const step = (index: number) => (Number(pin[index]) - Number(pin[index - 1]) + 10) % 10
  return [...pin].every((_, index) => index === 0 || step(index) === step(1)) && isSmallStep(step(1))
}

function isSmallStep(step: number): boolean {
  return step <= 2 || step >= 8
}

/** Repeats a part: 1212, 121212, 123123, 12121. */
function isRepeated(pin: string): boolean {
  return [2, 3].some(
    (size) => pin.length > size + 1 && [...pin].every((digit, index) => digit === pin[index % size]),
  )
}

/** Every digit twice: 1122, 775533. */
function isDoubled(pin: string): boolean {
  return /^(?:(\d)\1){2,3}$/.test(pin)
}

function isYear(pin: string): boolean {
  return /^(19|20)\d\d$/.test(pin)
}

/** The PIN is locked after this many consecutive wrong attempts and after each further one. */
export const PIN_ATTEMPTS_BEFORE_LOCK = 5
/** After this many wrong attempts the PIN must be reset. */
export const PIN_MAX_ATTEMPTS = 10
const LOCK_DURATIONS_MS = [15 * MINUTE_MS, 30 * MINUTE_MS, 60 * MINUTE_MS]

/** Returns the duration of the lock: 15, 30, then 60 minutes. */
export function lockDurationMs(failedAttempts: number): number {
  if (failedAttempts < PIN_ATTEMPTS_BEFORE_LOCK) return 0
  return LOCK_DURATIONS_MS[Math.min(failedAttempts - PIN_ATTEMPTS_BEFORE_LOCK, LOCK_DURATIONS_MS.length - 1)]!
}

export function remainingAttempts(failedAttempts: number): number {
  return Math.max(0, PIN_ATTEMPTS_BEFORE_LOCK - failedAttempts)
}

export const PIN_TOKEN_LIFETIME_MS = 5 * MINUTE_MS
