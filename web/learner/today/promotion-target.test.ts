import { expect, test } from 'bun:test'
import { LEARNER_PATHS, PUBLIC_PATHS } from '../paths.ts'
import { promotionTarget } from './promotion-target.ts'

test('actions inside the app lead to its screens', () => {
  const id = '019a8b5e-7c1d-7000-8000-0000000000b1'
  const payload = { contestId: id, courseId: id, learningPathId: id }
  const patterns = [...LEARNER_PATHS, ...PUBLIC_PATHS].map(
    (path) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  )
  for (const ctaAction of [
    'NAVIGATE_CONTEST',
    'NAVIGATE_COURSE',
    'NAVIGATE_PATH',
    'OPEN_SUBSCRIPTION_MODAL',
    'OPEN_REFERRAL',
  ] as const) {
    const { address, isExternal } = promotionTarget({ ctaAction, ctaPayload: payload })!
    expect(isExternal).toBeUndefined()
    expect([address, patterns.some((pattern) => pattern.test(address))]).toEqual([address, true])
  }
})

test('only https addresses leave the app', () => {
  const open = (url: unknown) => promotionTarget({ ctaAction: 'OPEN_URL', ctaPayload: { url } })
  expect(open('https://example.org/a')).toEqual({ address: 'https://example.org/a', isExternal: true })
  expect(open('javascript:alert(1)')).toBeUndefined()
  expect(open(undefined)).toBeUndefined()
})

test('a promotion without an action has no link', () => {
  expect(promotionTarget({ ctaAction: 'NONE', ctaPayload: {} })).toBeUndefined()
})
