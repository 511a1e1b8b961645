import { expect, test } from 'bun:test'
import { readConfig } from '../../../platform/config/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { MemoryRateLimitStore } from '../../../platform/rate-limits/memory-store.ts'
import { RateLimits } from '../../../platform/rate-limits/rate-limits.ts'
import { errors } from '../errors.ts'
import { pinAttemptLimit } from './pin-attempt-limit.ts'

const config = readConfig({ LYCEUM_ENV: 'test' })
/** No PIN is locked. */
const db = (async () => []) as unknown as Db

function createAttemptLimit(strict: MemoryRateLimitStore) {
  const limits = new RateLimits({ ...config.limits, enabled: true, strict })
  return pinAttemptLimit({ db, rateLimits: limits, config }, newId<'User'>())
}

test('an error of the work is thrown also if the rate limiter fails', async () => {
  const store = new MemoryRateLimitStore()
  store.returnToken = () => {
    throw new Error('the limits are away')
  }
  const failing = createAttemptLimit(store).run(new Date(), () => Promise.reject(errors.pin_not_set()))
  await expect(failing).rejects.toMatchObject({ code: errors.pin_not_set.code })
})

test('only a wrong PIN uses an attempt', async () => {
  const { count } = config.limits.credentialsPerAccount
  const [harmless, guessing] = [
    createAttemptLimit(new MemoryRateLimitStore()),
    createAttemptLimit(new MemoryRateLimitStore()),
  ]
  const codeOf = (attemptLimit: typeof harmless, error: unknown) =>
    attemptLimit.run(new Date(), () => Promise.reject(error)).catch(({ code }) => code)
  for (let time = 0; time < count; time++) {
    expect(await codeOf(harmless, errors.pin_not_set())).toBe(errors.pin_not_set.code)
    expect(await codeOf(guessing, errors.pin_invalid())).toBe(errors.pin_invalid.code)
  }
  expect(await codeOf(harmless, errors.pin_not_set())).toBe(errors.pin_not_set.code)
  expect(await codeOf(guessing, errors.pin_invalid())).toBe('RATE_LIMITED')
})
