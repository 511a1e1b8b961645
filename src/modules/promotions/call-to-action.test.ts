import { describe, expect, test } from 'bun:test'
import { Refusal } from '../../platform/errors.ts'
import { CTA_ACTIONS, type CtaAction, validateCtaPayload } from './call-to-action.ts'

const ID = '019a8b5e-7c1d-7000-8000-5f1f7d1b2c3d'

const GOOD: Record<CtaAction, Record<string, unknown>> = {
  NAVIGATE_CONTEST: { contestId: ID },
  NAVIGATE_COURSE: { courseId: ID },
  NAVIGATE_PATH: { learningPathId: ID },
  OPEN_SUBSCRIPTION_MODAL: {},
  OPEN_URL: { url: 'https://example.com/x?y=1' },
  OPEN_REFERRAL: {},
  NONE: {},
}

function faultsOf(action: CtaAction, payload: Record<string, unknown>) {
  try {
    validateCtaPayload(action, payload)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    return (error as Refusal).details!.map(({ field }) => field)
  }
}

test('there are seven actions', () => {
  expect([...CTA_ACTIONS].sort()).toEqual(Object.keys(GOOD).sort() as CtaAction[])
})

describe('a payload', () => {
  for (const action of CTA_ACTIONS) {
    test(`of ${action} is taken, and what it does not ask for is left out`, () => {
      expect(validateCtaPayload(action, { ...GOOD[action], more: 1 })).toEqual(GOOD[action])
    })
  }

  test('that lacks what its action needs is refused by the name of the field', () => {
    expect(faultsOf('NAVIGATE_CONTEST', {})).toEqual(['ctaPayload.contestId'])
    expect(faultsOf('NAVIGATE_COURSE', { contestId: ID })).toEqual(['ctaPayload.courseId'])
    expect(faultsOf('NAVIGATE_PATH', { learningPathId: 'seven' })).toEqual(['ctaPayload.learningPathId'])
    expect(faultsOf('OPEN_URL', {})).toEqual(['ctaPayload.url'])
  })

  test('leads to https and nowhere else', () => {
    for (const url of [
      'http://example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      '/path',
      'example',
      7,
    ])
      expect([url, faultsOf('OPEN_URL', { url })]).toEqual([url, ['ctaPayload.url']])
  })
})
