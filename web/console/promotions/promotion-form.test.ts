import { expect, test } from 'bun:test'
import type { Api } from '../../../packages/client/src/lyceum.ts'
import { bodyOf, EMPTY_PROMOTION, formOf, stateOf } from './promotion-form.ts'

const STORED: Api.Promotion = {
  id: '019a8b5e-7c1d-7000-8000-0000000000a7',
  kind: 'POPUP',
  title: 'Autumn contests',
  subtitle: 'Three weeks',
  bodyText: null,
  imageUrl: null,
  ctaText: 'See them',
  ctaAction: 'NAVIGATE_CONTEST',
  ctaPayload: { contestId: '019a8b5e-7c1d-7000-8000-0000000000c1' },
  priority: 5,
  dismissible: false,
  countries: ['KE', 'UG'],
  languages: ['en'],
  startsAt: '2026-11-02T08:00:00.000Z',
  endsAt: null,
  isEnabled: true,
  targeting: { newUserDays: 7, subscribers: false },
  frequencyCap: { times: 3, hours: 24 },
  reshowAfterHours: 48,
  createdAt: '2026-11-01T08:00:00.000Z',
  updatedAt: '2026-11-01T08:00:00.000Z',
}

test('a stored promotion that is not edited is sent as it is, without the fields that the editor does not have', () => {
  const {
    id: _,
    createdAt: __,
    updatedAt: ___,
    isEnabled,
    frequencyCap,
    reshowAfterHours,
    ...editable
  } = STORED
  expect(bodyOf(formOf(STORED)) as object).toEqual(editable)
})

test('a promotion needs a title, a whole number as its priority, and the target of its action', () => {
  expect(bodyOf(EMPTY_PROMOTION)).toBeUndefined()
  const form = { ...EMPTY_PROMOTION, title: ' News ' }
  expect(bodyOf(form)).toMatchObject({ title: 'News', ctaPayload: {}, startsAt: null })
  expect(bodyOf({ ...form, priority: '1.5' })).toBeUndefined()
  expect(bodyOf({ ...form, minLevel: 'two' })).toBeUndefined()
  expect(bodyOf({ ...form, ctaAction: 'OPEN_URL' })).toBeUndefined()
  expect(bodyOf({ ...form, ctaAction: 'OPEN_URL', target: 'https://example.com' })).toMatchObject({
    ctaPayload: { url: 'https://example.com' },
  })
})

test('countries are read with commas or spaces between them, in any case', () => {
  expect(bodyOf({ ...EMPTY_PROMOTION, title: 'x', countries: 'ke, ug;tz' })?.countries).toEqual([
    'KE',
    'UG',
    'TZ',
  ])
})

test('the state depends on the switch first, and then on the times', () => {
  const now = new Date('2026-11-02T08:00:00.000Z')
  const at = (startsAt: string | null, endsAt: string | null, isEnabled = true) =>
    stateOf({ isEnabled, startsAt, endsAt }, now)
  expect(at(null, null)).toBe('shown')
  expect(at('2026-11-03T08:00:00.000Z', null)).toBe('planned')
  expect(at(null, '2026-11-02T08:00:00.000Z')).toBe('over')
  expect(at(null, null, false)).toBe('archived')
})
