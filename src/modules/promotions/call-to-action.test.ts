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

function invalidFieldsOf(action: CtaAction, payload: Record<string, unknown>) {
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

describe('payload of an action', () => {
  for (const action of CTA_ACTIONS) {
    test(`the payload of ${action} is accepted without its unknown fields`, () => {
      expect(validateCtaPayload(action, { ...GOOD[action], more: 1 })).toEqual(GOOD[action])
    })
  }

  test('a payload without a required field is refused with the name of the field', () => {
    expect(invalidFieldsOf('NAVIGATE_CONTEST', {})).toEqual(['ctaPayload.contestId'])
    expect(invalidFieldsOf('NAVIGATE_COURSE', { contestId: ID })).toEqual(['ctaPayload.courseId'])
    expect(invalidFieldsOf('NAVIGATE_PATH', { learningPathId: 'seven' })).toEqual([
      'ctaPayload.learningPathId',
    ])
    expect(invalidFieldsOf('OPEN_URL', {})).toEqual(['ctaPayload.url'])
  })

  test('a URL in a payload must be an https URL', () => {
    for (const url of [
      'http://example.com',
      'javascript:alert(1)',
      'data:text/html,x',
      '/path',
      'example',
      7,
    ])
      expect([url, invalidFieldsOf('OPEN_URL', { url })]).toEqual([url, ['ctaPayload.url']])
  })
})
