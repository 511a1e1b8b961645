import { expect, test } from 'bun:test'
import { useSecretKey } from '../../platform/secrets.ts'
import type { QuestionId } from '../questions/public/question.ts'
import { reviewSeed } from './review-question.ts'
import type { ReviewCardId } from './scheduler.ts'

const asked = { cardId: 'card' as ReviewCardId, questionId: 'question' as QuestionId, repetition: 1 }

test('the seed of a repetition depends on the secret key, so that a client cannot compute it', () => {
  useSecretKey('first secret key of this test, long enough')
  const first = reviewSeed(asked)
  expect(reviewSeed(asked)).toBe(first)
  expect(reviewSeed({ ...asked, repetition: 2 })).not.toBe(first)
  useSecretKey('second secret key of this test, long enough')
  expect(reviewSeed(asked)).not.toBe(first)
})
