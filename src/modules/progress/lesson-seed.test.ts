import { expect, test } from 'bun:test'
import { useSecretKey } from '../../platform/secrets.ts'
import { lessonSeed, newAttempt } from './lesson-seed.ts'

test('the seed of an attempt depends on the secret key, so that a client cannot compute it', () => {
  useSecretKey('first secret key of this test, long enough')
  const attempt = newAttempt()
  const first = lessonSeed(attempt)
  expect(lessonSeed(attempt)).toBe(first)
  expect(lessonSeed(newAttempt())).not.toBe(first)
  useSecretKey('second secret key of this test, long enough')
  expect(lessonSeed(attempt)).not.toBe(first)
})
