import { expect, test } from 'bun:test'
import { readConfig } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { Limits } from '../../../platform/limits/limits.ts'
import { MemoryLimits } from '../../../platform/limits/memory.ts'
import { errors } from '../errors.ts'
import { pinTries } from './pin-tries.ts'

const config = readConfig({ LYCEUM_ENV: 'test' })
/** Nobody is locked. */
const db = (async () => []) as unknown as Db

function triesOver(strict: MemoryLimits) {
  const limits = new Limits({ ...config.limits, enabled: true, strict })
  return pinTries({ db, limits, config }, newId<'User'>())
}

test('what goes wrong with the work is told, whatever goes wrong with the count of tries', async () => {
  const store = new MemoryLimits()
  store.giveBack = () => {
    throw new Error('the limits are away')
  }
  const failing = triesOver(store).bound(new Date(), () => Promise.reject(errors.pin_not_set()))
  await expect(failing).rejects.toMatchObject({ code: errors.pin_not_set.code })
})

test('only a wrong PIN uses a try up', async () => {
  const { count } = config.limits.credentialsPerAccount
  const [harmless, guessing] = [triesOver(new MemoryLimits()), triesOver(new MemoryLimits())]
  const codeOf = (tries: typeof harmless, fault: unknown) =>
    tries.bound(new Date(), () => Promise.reject(fault)).catch(({ code }) => code)
  for (let time = 0; time < count; time++) {
    expect(await codeOf(harmless, errors.pin_not_set())).toBe(errors.pin_not_set.code)
    expect(await codeOf(guessing, errors.pin_invalid())).toBe(errors.pin_invalid.code)
  }
  expect(await codeOf(harmless, errors.pin_not_set())).toBe(errors.pin_not_set.code)
  expect(await codeOf(guessing, errors.pin_invalid())).toBe('RATE_LIMITED')
})
